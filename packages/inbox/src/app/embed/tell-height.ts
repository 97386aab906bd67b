/** Tells the page around how tall this one is, so that the frame needs no scroll bar of its own. The number says nothing else. */
export function tellHeight(page: HTMLElement): () => void {
  const tell = (): void => window.parent.postMessage({ type: "countersign:height", height: Math.ceil(page.scrollHeight) }, "*");
  const observer = new ResizeObserver(tell);
  observer.observe(page);
  return () => observer.disconnect();
}
