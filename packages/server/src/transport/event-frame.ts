/**
 * One event of `text/event-stream`, its fields in the order given. No value may hold the end of a line; JSON on one line
 * never does.
 */
export const eventFrame = (fields: { id?: string | number; event?: string; retry?: number; data: string }): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}\n`;
