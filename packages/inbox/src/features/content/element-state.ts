import type { ContentElement, ContentState, ElementRevision, PrincipalKind, PrincipalRef } from "@countersign/protocol";
import { PRINCIPAL_KINDS } from "@countersign/protocol";

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
