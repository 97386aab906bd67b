const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Paint = Record<keyof typeof STYLES, (text: string) => string>;

/** Colours rendered text. Only these colours reach the screen: rendering makes escape sequences in a text visible. */
export function createPaint(colour: boolean): Paint {
  const paintWith =
    ([start, end]: readonly [number, number]) =>
    (text: string) =>
      colour ? text.replace(/[^\n]+/g, (line) => `\u001b[${start}m${line}\u001b[${end}m`) : text;
  return {
    bold: paintWith(STYLES.bold),
    dim: paintWith(STYLES.dim),
    red: paintWith(STYLES.red),
    green: paintWith(STYLES.green),
    yellow: paintWith(STYLES.yellow),
  };
}
