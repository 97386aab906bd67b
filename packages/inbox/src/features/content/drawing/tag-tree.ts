import type { Reference } from "@countersign/protocol";
import { listChanges, type ListChange } from "./list-changes.ts";

/** A tag, or an ancestor that is listed only to show where a tag belongs. */
export interface TagNode {
  path: string;
  name: string;
  /** Null if the tag itself is not assigned. */
  kind: ListChange["kind"] | null;
  children: TagNode[];
}

/** Arranges assigned tags as their tree. A tag without a description becomes a root under its id. */
export function tagTree(
  before: readonly string[],
  after: readonly string[],
  references: ReadonlyMap<string, Reference>,
): TagNode[] {
  const roots: TagNode[] = [];
  for (const { item, kind } of listChanges(before, after)) {
    const tag = references.get(item);
    if (!tag?.path.startsWith("/")) roots.push({ path: item, name: item, kind, children: [] });
    else place(roots, tag.path, tag.title, kind);
  }
  return sorted(roots);
}

function place(roots: TagNode[], path: string, title: string, kind: ListChange["kind"]): void {
  const names = path.slice(1).split("/");
  let level = roots;
  for (const [index, name] of names.entries()) {
    const here = `/${names.slice(0, index + 1).join("/")}`;
    let node = level.find((one) => one.path === here);
    if (!node) level.push((node = { path: here, name, kind: null, children: [] }));
    if (index === names.length - 1) Object.assign(node, { name: title, kind });
    level = node.children;
  }
}

const sorted = (nodes: readonly TagNode[]): TagNode[] =>
  [...nodes]
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map((node) => ({ ...node, children: sorted(node.children) }));
