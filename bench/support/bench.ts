import type { Figure } from "./figure.ts";

export interface Bench {
  /** A PostgreSQL of the bench's own; each question makes databases on it and drops them. */
  serverUrl: string;
  /** Small numbers, to see that it works. */
  quick: boolean;
  /** Shows a figure as soon as it is there. */
  say(figure: Figure): void;
}

export type Question = (bench: Bench) => Promise<Figure[]>;
