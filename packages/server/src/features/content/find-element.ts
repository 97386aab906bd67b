import type { ElementKind } from "@countersign/protocol";
import type { Look } from "../../tools/connectors/content/content-source.ts";
import { findRows, type ElementRow, type Query } from "../../tools/connectors/content/embedded/element-rows.ts";

/** Finds an element of any kind by its id. */
export const findAny = async (query: Query, id: string, look: Look): Promise<ElementRow | undefined> =>
  (await findRows(query, [id], look))[0];

/** Lists the direct subfolders of a folder, at most 1000, each with its element count including all levels below. */
export async function listFolders(
  query: Query,
  kind: ElementKind,
  folder: string,
  look: Look,
): Promise<{ path: string; elements: number }[]> {
  const start = folder === "/" ? "" : folder;
  const view = look.by ? "and content_may(workspace_id, 'view', kind, path, $4, $5)" : "";
  const rows = await query(
    `select $3 || '/' || split_part(substr(path, length($3) + 2), '/', 1) as path, count(*)::integer as elements
     from content_element
     where workspace_id = $1 and kind = $2 and left(path, length($3) + 1) = $3 || '/'
       and position('/' in substr(path, length($3) + 2)) > 0 ${view}
     group by 1 order by 1 limit 1000`,
    [look.workspaceId, kind, start, ...(look.by ? [look.by.kind, look.by.id] : [])],
  );
  return rows as unknown as { path: string; elements: number }[];
}
