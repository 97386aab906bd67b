const MARKED = '[aria-invalid="true"], [role="alert"]';
const FIELDS = ":is(input, select, textarea, button):not([disabled])";

/** Focuses the first field with a fault; where only a line tells of the fault, the first field beside that line. */
export function focusFault(panel: HTMLElement): void {
  const marked = panel.querySelector<HTMLElement>(MARKED);
  if (marked === null) return;
  const field = marked.matches(FIELDS) ? marked : marked.parentElement?.querySelector<HTMLElement>(FIELDS);
  field?.focus();
}
