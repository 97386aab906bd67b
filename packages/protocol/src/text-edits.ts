/** One replacement in a text. */
export interface TextEdit {
  oldText: string;
  newText: string;
}

type EditedText = { ok: true; text: string } | { ok: false; at: number; fault: "absent" | "repeated" };

/** Applies the edits in order; each old text must occur exactly once when its edit is applied. `at`: index of the first edit that fails. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): EditedText {
  let now = text;
  for (const [at, { oldText, newText }] of edits.entries()) {
    const place = now.indexOf(oldText);
    if (place === -1) return { ok: false, at, fault: "absent" };
    if (now.includes(oldText, place + 1)) return { ok: false, at, fault: "repeated" };
    now = now.slice(0, place) + newText + now.slice(place + oldText.length);
  }
  return { ok: true, text: now };
}
