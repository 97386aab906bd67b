import {
  type ContentElement,
  type ContentState,
  type ElementRevision,
  type PrincipalKind,
  type PrincipalRef,
  PRINCIPAL_KINDS,
  type ElementSummary,
} from "@countersign/protocol";
import { strings } from "../../strings/content.tsx";

/** State of an element or of one of its revisions, in the form that proposals use. */
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

/** The principal who changed an element; an unknown kind counts as `system`. */
export const asPrincipal = ({ kind, id, name }: ContentElement["modifiedBy"]): PrincipalRef => ({
  kind: PRINCIPAL_KINDS.find((one) => one === kind) ?? ("system" satisfies PrincipalKind),
  id,
  name,
});

/** Revision of a page that visitors see, in words. Only pages have drafts. */
export function publishedWords({ published, revision }: Pick<ElementSummary, "published" | "revision">): string {
  if (published === null) return strings.published.draft;
  return published === revision ? strings.published.current : strings.published.older(published);
}

/** The folders above a path and itself, from the top: `/`, `/products`, `/products/chairs`. */
export function foldersOf(path: string): { name: string; path: string }[] {
  const names = path.split("/").filter((name) => name !== "");
  return [
    { name: strings.filters.allFolders, path: "/" },
    ...names.map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join("/")}` })),
  ];
}
