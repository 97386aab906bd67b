/** One paragraph; `href` makes it a link. */
export interface MailLine {
  text: string;
  href?: string;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

export const paragraphHtml = ({ text, href }: MailLine): string => {
  if (text === "") return "";
  const shown = escapeHtml(text).replaceAll("\n", "<br>");
  return href === undefined ? `<p>${shown}</p>` : `<p><a href="${escapeHtml(href)}">${shown}</a></p>`;
};

/** `body` is HTML. */
export const pageHtml = (body: string): string =>
  `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5">${body}</body></html>`;
