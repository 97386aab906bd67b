import {
  type ContentElement,
  type ContentState,
  type ElementRevision,
  type PrincipalKind,
  type PrincipalRef,
  PRINCIPAL_KINDS,
  type ElementSummary,
} from "@countersign/protocol";

/** What an element, or a revision of one, says of itself, as proposals do. */
export const stateOf = ({
  path,
  value,
  tags,
  published,
  revision,
}: Pick<ContentElement | ElementRevision, "path" | "value" | "tags" | "published" | "revision">): ContentState => ({
  path,
  value,
  tags: [...tags].sort(),
  published: published === revision,
});

/** Whoever changed it, as the other pages name people and agents. */
export const asPrincipal = ({ kind, id, name }: ContentElement["modifiedBy"]): PrincipalRef => ({
  kind: PRINCIPAL_KINDS.find((one) => one === kind) ?? ("system" satisfies PrincipalKind),
  id,
  name,
});

/** What visitors see of a page; only pages have drafts. */
export function publishedWords({ published, revision }: Pick<ElementSummary, "published" | "revision">): string {
  if (published === null) return "nothing, it is a draft";
  return published === revision ? "it as it is" : `revision ${published}, not the newest`;
}

/** The folders above a path and itself, from the top: `/`, `/products`, `/products/chairs`. */
export function foldersOf(path: string): { name: string; path: string }[] {
  const names = path.split("/").filter((name) => name !== "");
  return [
    { name: "All", path: "/" },
    ...names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join("/")}` })),
  ];
}
