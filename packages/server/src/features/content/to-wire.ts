import type { ContentElement, ElementRevision, ElementSummary, JsonObject, Reference } from "@countersign/protocol";
import type { TransactionHandle } from "../../ports/tool.ts";
import { targetOf } from "../../tools/connectors/content/change/describe-plan.ts";
import { toFile, toReference, type ElementRow } from "../../tools/connectors/content/embedded/element-rows.ts";

const by = ({
  modifiedKind: kind,
  modifiedBy: id,
  modifiedName: name,
}: Pick<ElementRow, "modifiedKind" | "modifiedBy" | "modifiedName">) => ({
  kind,
  id,
  name,
});

export interface OpenProposal {
  target: string;
  id: string;
  title: string;
  createdAt: Date;
}

/** Finds the pending proposals on these elements, by target. */
export async function findOpenProposals(
  { query }: TransactionHandle,
  workspaceId: string,
  rows: readonly ElementRow[],
): Promise<Map<string, OpenProposal[]>> {
  const found = (await query(
    `select target, id, (preview::jsonb) ->> 'title' as title, created_at from action
     where workspace_id = $1 and status = 'pending' and target = any($2::text[]) order by created_at`,
    [workspaceId, rows.map(targetOf)],
  )) as unknown as OpenProposal[];
  const byTarget = new Map<string, OpenProposal[]>();
  for (const one of found) byTarget.set(one.target, [...(byTarget.get(one.target) ?? []), one]);
  return byTarget;
}

export const toSummary = (row: ElementRow, open: ReadonlyMap<string, OpenProposal[]>): ElementSummary => ({
  ...toReference(row),
  revision: row.revision,
  version: row.version,
  published: row.published,
  modifiedAt: row.modifiedAt.toISOString(),
  modifiedBy: by(row),
  tags: row.tags,
  openProposals: open.get(targetOf(row))?.length ?? 0,
});

export const toWire = (
  row: ElementRow,
  open: ReadonlyMap<string, OpenProposal[]>,
  more: { references: Reference[]; may: ContentElement["may"] },
): ContentElement => ({
  ...toSummary(row, open),
  ...more,
  value: JSON.parse(row.value) as JsonObject,
  proposals: (open.get(targetOf(row)) ?? []).map(({ id, title, createdAt }) => ({
    pendingActionId: id,
    title,
    createdAt: createdAt.toISOString(),
  })),
});

export interface RevisionRow extends Pick<ElementRow, "revision" | "path" | "value" | "tags" | "published" | "file"> {
  actionId: string | null;
  restored: number | null;
  modifiedAt: Date;
  modifiedKind: string;
  modifiedBy: string;
  modifiedName: string;
}

export const toRevision = (row: RevisionRow): ElementRevision => ({
  revision: row.revision,
  path: row.path,
  value: JSON.parse(row.value) as JsonObject,
  tags: row.tags,
  published: row.published,
  file: toFile(row.file),
  pendingActionId: row.actionId,
  restored: row.restored,
  modifiedAt: row.modifiedAt.toISOString(),
  modifiedBy: by(row),
});
