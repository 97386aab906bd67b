import { ELEMENT_KINDS, type ElementKind } from "@countersign/protocol";

/** What the address of the content's list says. */
export interface ContentSearch {
  kind?: ElementKind;
  folder?: string;
  type?: string;
  /** Id of a tag. */
  tag?: string;
  q?: string;
}

/** Anything unknown in an address is as if it were not there. */
export function readContentSearch(search: Record<string, unknown>): ContentSearch {
  const kind = ELEMENT_KINDS.find((one) => one === search["kind"]);
  const texts = (["folder", "type", "tag", "q"] as const).flatMap((name) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  return { ...(kind && { kind }), ...Object.fromEntries(texts) };
}

/** The folders above a path and itself, from the top: `/`, `/products`, `/products/chairs`. */
export function foldersOf(path: string): { name: string; path: string }[] {
  const names = path.split("/").filter((name) => name !== "");
  return [
    { name: "All", path: "/" },
    ...names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join("/")}` })),
  ];
}
