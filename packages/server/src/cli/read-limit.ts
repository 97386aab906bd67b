import { InvalidArgumentError } from "commander";

/** Maximum page size of the server's lists. */
export const MAX_LIMIT = 200;

export function readLimit(text: string): number {
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || limit > MAX_LIMIT)
    throw new InvalidArgumentError(`Must be a number from 1 to ${MAX_LIMIT}.`);
  return limit;
}
