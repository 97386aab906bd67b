import type { Gated } from "../gated.ts";

/** What an adapter split off, by what it gave for it. Not on the object itself: a framework may copy or print its tools. */
const gatedBy = new WeakMap<object, readonly Gated[]>();

/** `gated` may still grow, as the tools of an MCP server do. */
export function keepGated<T extends object>(owner: T, gated: readonly Gated[]): T {
  gatedBy.set(owner, gated);
  return owner;
}

/** The gated tools behind what adapters gave, for the worker: `countersign.work(gatedIn(tools))`. */
export function gatedIn(...made: readonly object[]): Gated[] {
  return made.flatMap((owner) => {
    const gated = gatedBy.get(owner);
    if (gated === undefined) {
      throw new TypeError(
        "gatedIn() takes what an adapter of this copy of @countersign/sdk gave, as it was given, not a copy.",
      );
    }
    return [...gated];
  });
}
