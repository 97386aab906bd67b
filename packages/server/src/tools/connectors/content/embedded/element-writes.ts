import type { ElementFile, ElementKind, JsonObject } from "@countersign/protocol";
import type { Query } from "./element-rows.ts";

export interface Author {
  kind: string;
  id: string;
  name: string;
}

export interface WrittenRow {
  id: string;
  path: string;
  revision: number;
  version: string;
}

/** SQL that adds the state in `changed` to the revisions and to the audit log, through which open editors learn of it. */
const keep = (action: string, restored: string): string => `
  kept as (
    insert into content_revision (workspace_id, element_id, revision, path, type, value, tags, published, file, action_id,
      restored, modified_at, modified_kind, modified_by, modified_name)
    select workspace_id, id, revision, path, type, value, tags, published, file, ${action}, ${restored}, modified_at,
      modified_kind, modified_by, modified_name from changed
  ), event as (
    insert into audit_event (workspace_id, kind, actor_kind, actor_id, actor_name, data)
    select workspace_id, 'content.changed', modified_kind, modified_by, modified_name, jsonb_build_object('elementId', id,
      'elementKind', kind, 'path', path, 'revision', revision, 'version', version, 'pendingActionId', ${action})::text
    from changed
  )
  select id, path, revision, version from changed`;

const visible = (publish: string, before: string, revision: string): string =>
  `case when ${publish}::boolean is null then ${before} when ${publish}::boolean then ${revision} end`;

/** Compare-and-set in one statement; undefined if the element is no longer at this version. */
export async function updateRow(
  query: Query,
  change: {
    workspaceId: string;
    kind: ElementKind;
    id: string;
    version: string;
    value: JsonObject;
    tags: readonly string[];
    /** Null: what visitors see stays. */
    publish: boolean | null;
    actionId: string | null;
    restored: number | null;
    by: Author;
  },
): Promise<WrittenRow | undefined> {
  const { workspaceId, kind, id, version, value, tags, publish, actionId, restored, by } = change;
  const [row] = await query(
    `with changed as (
      update content_element set value = $5, tags = $6::text[], revision = revision + 1, modified_at = now(),
        published = ${visible("$7", "published", "revision + 1")}, modified_kind = $10, modified_by = $11, modified_name = $12
      where workspace_id = $1 and kind = $2 and id = $3 and version = $4
      returning *
    ), ${keep("$8::text", "$9::integer")}`,
    [workspaceId, kind, id, version, JSON.stringify(value), tags, publish, actionId, restored, by.kind, by.id, by.name],
  );
  return row as unknown as WrittenRow | undefined;
}

/** Inserts an element; undefined if its path or id is taken. */
export async function insertRow(
  query: Query,
  creation: {
    workspaceId: string;
    kind: ElementKind;
    id: string;
    type: string;
    path: string;
    value: JsonObject;
    tags: readonly string[];
    published: boolean;
    file: ElementFile | null;
    actionId: string | null;
    by: Author;
  },
): Promise<WrittenRow | undefined> {
  const { workspaceId, kind, id, type, path, value, tags, published, file, actionId, by } = creation;
  const [row] = await query(
    `with changed as (
      insert into content_element (workspace_id, kind, id, type, path, value, tags, published, file, revision, modified_kind,
        modified_by, modified_name)
      values ($1, $2, $3, $4, $5, $6, $7::text[], case when $8::boolean then 1 end, $9::text, 1, $11, $12, $13)
      on conflict do nothing
      returning *
    ), ${keep("$10::text", "null::integer")}`,
    [
      workspaceId,
      kind,
      id,
      type,
      path,
      JSON.stringify(value),
      tags,
      published,
      file && JSON.stringify(file),
      actionId,
      by.kind,
      by.id,
      by.name,
    ],
  );
  return row as unknown as WrittenRow | undefined;
}

/**
 * Locks the action's row before the end of the audit chain, like every transaction that takes both: another order could
 * deadlock. Returns the agent that proposed the action.
 */
export async function lockAction(query: Query, workspaceId: string, actionId: string): Promise<Author> {
  const [row] = await query(
    `select proposed_kind as kind, proposed_by as id, proposed_name as name from action
     where workspace_id = $1 and id = $2 for update`,
    [workspaceId, actionId],
  );
  if (!row) throw new Error("the action that writes no longer exists");
  return row as unknown as Author;
}
