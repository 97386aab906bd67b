import type { Figure } from "./figure.ts";

export interface Bench {
  /** A PostgreSQL server for the bench only; each question creates databases on it and drops them. */
  serverUrl: string;
  /** Uses small numbers, to check that the bench works. */
  quick: boolean;
  /** Prints a figure as soon as it is measured. */
  say(figure: Figure): void;
}

export type Question = (bench: Bench) => Promise<Figure[]>;
