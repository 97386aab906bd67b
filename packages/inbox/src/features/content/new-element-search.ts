import { ELEMENT_KINDS, type ElementKind } from "@countersign/protocol";

/** What an address says of an element that is to be made. */
export interface NewElementSearch {
  kind?: Exclude<ElementKind, "asset">;
  type?: string;
  path?: string;
}

export function readNewElementSearch(search: Record<string, unknown>): NewElementSearch {
  const kind = ELEMENT_KINDS.filter((one) => one !== "asset").find((one) => one === search["kind"]);
  const { type, path } = search;
  return {
    ...(kind && { kind }),
    ...(typeof type === "string" && type !== "" && { type }),
    ...(typeof path === "string" && path.startsWith("/") && { path }),
  };
}
