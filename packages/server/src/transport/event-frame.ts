/**
 * Formats one event of `text/event-stream`, with its fields in the given order. Values must not contain line breaks; JSON on
 * one line never does.
 */
export const eventFrame = (fields: { id?: string | number; event?: string; retry?: number; data: string }): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}\n`;
