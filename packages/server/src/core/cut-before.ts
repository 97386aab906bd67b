/** The first `length` UTF-16 code units of a text, or one less: half of a character would be no text, and services refuse it. */
export const cutBefore = (text: string, length: number): string => text.slice(0, length).replace(/\p{Surrogate}$/u, "");
