import type { Gated } from "../gated.ts";

/** Gated tools by the adapter's returned object. Not stored on that object, because a framework may copy or print its tools. */
const gatedBy = new WeakMap<object, readonly Gated[]>();

/** Registers the gated tools of `owner`. `gated` may still grow, as the tools of an MCP server do. */
export function keepGated<T extends object>(owner: T, gated: readonly Gated[]): T {
  gatedBy.set(owner, gated);
  return owner;
}

/** Returns the gated tools behind objects from adapters, for the worker: `countersign.work(gatedIn(tools))`. */
export function gatedIn(...made: readonly object[]): Gated[] {
  return made.flatMap((owner) => {
    const gated = gatedBy.get(owner);
    if (gated === undefined) {
      throw new TypeError(
        "gatedIn() accepts only the value that an adapter of this copy of @countersign/sdk returned, not a copy of that value.",
      );
    }
    return [...gated];
  });
}
