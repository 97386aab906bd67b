/** One line of the report. */
export interface Figure {
  what: string;
  measured: string;
  /** Value to compare with: the floor, the peer, the smaller table. */
  beside?: string;
  /** Our value divided by the other, in the sense of the target. */
  ratio?: number;
  target?: { wanted: string; met: boolean };
}

export const atLeast = (value: number, wanted: number, unit = "×"): NonNullable<Figure["target"]> => ({
  wanted: `≥ ${wanted} ${unit}`,
  met: value >= wanted,
});

export const atMost = (value: number, wanted: number, unit = "×"): NonNullable<Figure["target"]> => ({
  wanted: `≤ ${wanted} ${unit}`,
  met: value <= wanted,
});

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString("en")}/s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
