import type { ElementFile, ElementKind, JsonObject, Reference } from "@countersign/protocol";
import type { TransactionHandle } from "../../../../ports/tool.ts";
import type { Element, ElementFilter, ElementRef, Look } from "../content-source.ts";

export type Query = TransactionHandle["query"];

export interface ElementRow {
  id: string;
  kind: ElementKind;
  type: string;
  path: string;
  revision: number;
  version: string;
  value: string;
  tags: string[];
  published: number | null;
  file: string | null;
  modifiedAt: Date;
  modifiedKind: string;
  modifiedBy: string;
  modifiedName: string;
}

const COLUMNS = `e.id, e.kind, e.type, e.path, e.revision, e.version, e.value, e.tags, e.published, e.file, e.modified_at,
  e.modified_kind, e.modified_by, e.modified_name`;

const rowsOf = async (query: Query, sql: string, parameters: readonly unknown[]): Promise<ElementRow[]> =>
  (await query(sql, parameters)) as unknown as ElementRow[];

/** SQL condition that the caller may view `e`, with its parameters from `first` on; empty for the server itself. */
const mayView = (look: Look, first: number): { sql: string; parameters: string[] } =>
  look.by
    ? {
        sql: `and content_may(e.workspace_id, 'view', e.kind, e.path, $${first}, $${first + 1})`,
        parameters: [look.by.kind, look.by.id],
      }
    : { sql: "", parameters: [] };

export async function findRow(query: Query, ref: ElementRef, look: Look): Promise<ElementRow | undefined> {
  const [column, key] = "id" in ref ? ["id", ref.id] : ["path", ref.path];
  const view = mayView(look, 4);
  const [row] = await rowsOf(
    query,
    `select ${COLUMNS} from content_element e where e.workspace_id = $1 and e.kind = $2 and e.${column} = $3 ${view.sql}`,
    [look.workspaceId, ref.kind, key, ...view.parameters],
  );
  return row;
}

export async function findRows(query: Query, ids: readonly string[], look: Look): Promise<ElementRow[]> {
  const view = mayView(look, 3);
  return rowsOf(
    query,
    `select ${COLUMNS} from content_element e where e.workspace_id = $1 and e.id = any($2::text[]) ${view.sql} order by e.path`,
    [look.workspaceId, ids, ...view.parameters],
  );
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Lists rows by path; one more than `limit` if there are more. */
export async function listRows(query: Query, filter: ElementFilter, look: Look): Promise<ElementRow[]> {
  const { kind, type, folder, q, tag, cursor, limit } = filter;
  const parameters: unknown[] = [look.workspaceId, kind];
  const next = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = [
    ...(type === undefined ? [] : [`and e.type = ${next(type)}`]),
    ...(folder === undefined || folder === "/" ? [] : [`and e.path like ${next(`${escapeLike(folder)}/%`)}`]),
    ...(cursor === undefined ? [] : [`and e.path > ${next(readCursor(cursor))}`]),
    ...(tag === undefined ? [] : [tagCondition(next(tag))]),
  ];
  if (q !== undefined) {
    const like = next(`%${escapeLike(q)}%`);
    conditions.push(`and (e.path ilike ${like} or e.value ilike ${like})`);
  }
  const view = mayView(look, parameters.length + 1);
  parameters.push(...view.parameters);
  return rowsOf(
    query,
    `select ${COLUMNS} from content_element e where e.workspace_id = $1 and e.kind = $2 ${conditions.join(" ")} ${view.sql}
     order by e.path limit ${next(limit + 1)}`,
    parameters,
  );
}

/** Matches elements with the tag itself or one below it. */
const tagCondition = (id: string): string => `and e.tags && array(select below.id from content_element top
  join content_element below on below.workspace_id = top.workspace_id and below.kind = 'tag'
    and (below.id = top.id or left(below.path, length(top.path) + 1) = top.path || '/')
  where top.workspace_id = e.workspace_id and top.kind = 'tag' and top.id = ${id})`;

export const writeCursor = (path: string): string => Buffer.from(path, "utf8").toString("base64url");
const readCursor = (cursor: string): string => Buffer.from(cursor, "base64url").toString("utf8").replaceAll("\0", "");

export const toFile = (file: string | null): ElementFile | null => (file === null ? null : (JSON.parse(file) as ElementFile));

export const toElement = (row: ElementRow): Element => ({
  kind: row.kind,
  type: row.type,
  id: row.id,
  path: row.path,
  revision: row.revision,
  version: row.version,
  value: JSON.parse(row.value) as JsonObject,
  tags: row.tags,
  published: row.published === row.revision,
  visible: row.published !== null,
  file: toFile(row.file),
  modifiedAt: row.modifiedAt.toISOString(),
});

export const toReference = (row: ElementRow): Reference => ({
  id: row.id,
  kind: row.kind,
  type: row.type,
  path: row.path,
  title: titleOf(JSON.parse(row.value) as JsonObject, row.path),
  file: toFile(row.file),
});

/** Display name: title, name or subject in the first language that has one, else the end of the path. */
export function titleOf(value: JsonObject, path: string): string {
  for (const key of ["title", "name", "subject"]) {
    const held = value[key];
    const one = typeof held === "object" && held !== null ? Object.values(held).find((text) => typeof text === "string") : held;
    if (typeof one === "string" && one.trim() !== "") return one;
  }
  return path.slice(path.lastIndexOf("/") + 1);
}
