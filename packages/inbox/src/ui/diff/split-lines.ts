/** Lines with their line breaks kept, so that joining them gives the text back. Only `\n` ends a line. */
export const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
