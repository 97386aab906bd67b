import type { ContentType, StoredType } from "@countersign/protocol";
import { typeSchema } from "../fields/adapters.ts";
import { BUILT_IN_TYPES } from "./built-in-types.ts";
import type { Query } from "./element-rows.ts";

interface TypeRow {
  kind: ContentType["kind"];
  name: string;
  title: string;
  fields: string;
  settings: string;
  revision: number;
  elements: number;
}

export async function listTypes(query: Query, workspaceId: string): Promise<StoredType[]> {
  const rows = (await query(
    `select t.kind, t.name, t.title, t.fields, t.settings, t.revision, (select count(*)::integer from content_element e
       where e.workspace_id = t.workspace_id and e.kind = t.kind and e.type = t.name) as elements
     from content_type t where t.workspace_id = $1 order by t.kind, t.name`,
    [workspaceId],
  )) as unknown as TypeRow[];
  return rows.map((row) => {
    const type = toType(row);
    const { revision, elements } = row;
    return { ...type, revision, elements, jsonSchema: typeSchema(type.fields, type.languages) };
  });
}

export async function findTypes(query: Query, workspaceId: string): Promise<ContentType[]> {
  const rows = (await query(
    "select kind, name, title, fields, settings from content_type where workspace_id = $1 order by kind, name",
    [workspaceId],
  )) as unknown as TypeRow[];
  return rows.map(toType);
}

const toType = ({ kind, name, title, fields, settings }: TypeRow): ContentType => ({
  kind,
  name,
  title,
  fields: JSON.parse(fields) as ContentType["fields"],
  languages: (JSON.parse(settings) as { languages: string[] }).languages,
});

/** Whether the workspace keeps content at all. */
export async function hasContent(query: Query, workspaceId: string): Promise<boolean> {
  return (await query("select 1 from content_type where workspace_id = $1 limit 1", [workspaceId])).length > 0;
}

export async function writeType(query: Query, workspaceId: string, type: ContentType, by: string): Promise<void> {
  const { kind, name, title, fields, languages } = type;
  await query(
    `insert into content_type (workspace_id, kind, name, title, fields, settings, updated_by) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (workspace_id, kind, name) do update set title = excluded.title, fields = excluded.fields,
       settings = excluded.settings, revision = content_type.revision + 1, updated_at = now(), updated_by = excluded.updated_by`,
    [workspaceId, kind, name, title, JSON.stringify(fields), JSON.stringify({ languages }), by],
  );
}

/** Writes the built-in types that the workspace lacks. */
export async function writeBuiltInTypes(query: Query, workspaceId: string, by: string): Promise<void> {
  const known = await findTypes(query, workspaceId);
  for (const type of BUILT_IN_TYPES) {
    if (!known.some(({ kind, name }) => kind === type.kind && name === type.name))
      await writeType(query, workspaceId, type, by);
  }
}
