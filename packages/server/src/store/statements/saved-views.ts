import { sql, type Kysely, type Selectable } from "kysely";
import type { SavedViewTable, Schema } from "../schema.ts";

export type ViewRow = Selectable<SavedViewTable> & { isAuthorMember: boolean };

/** Views that this person sees, by name: their own, and the shared ones. With `id`, only that one. */
export async function listSavedViews(
  db: Kysely<Schema>,
  { workspaceId, userId, id }: { workspaceId: string; userId: string; id?: string },
): Promise<ViewRow[]> {
  const { rows } = await sql<ViewRow>`
    select v.workspace_id, v.id, v.page, v.name, v.query, v.author_id, v.owner_id, v.created_at, v.updated_at,
      coalesce(p.name, v.author_name) as author_name, m.user_id is not null as is_author_member
    from saved_view v
    left join person p on p.id = v.author_id
    left join member m on m.workspace_id = v.workspace_id and m.user_id = v.author_id
    where v.workspace_id = ${workspaceId} and (v.owner_id is null or v.owner_id = ${userId})
      ${id === undefined ? sql`` : sql`and v.id = ${id}`}
    order by lower(v.name), v.id`.execute(db);
  return rows;
}

/** Numbers that the limits are about: views of one author, and shared views of the workspace. */
export async function countSavedViews(
  db: Kysely<Schema>,
  { workspaceId, authorId }: { workspaceId: string; authorId: string },
): Promise<{ ofAuthor: number; shared: number }> {
  const { rows } = await sql<{ ofAuthor: number; shared: number }>`
    select count(*) filter (where author_id = ${authorId})::int as of_author,
      count(*) filter (where owner_id is null)::int as shared
    from saved_view where workspace_id = ${workspaceId}`.execute(db);
  return rows[0]!;
}

/** Whether another view of the page has this name, among the owner's private views, or among the shared ones if there is no owner. */
export async function isViewNameTaken(
  db: Kysely<Schema>,
  { workspaceId, id, page, name, ownerId }: Pick<SavedViewTable, "workspaceId" | "id" | "page" | "name" | "ownerId">,
): Promise<boolean> {
  const { rows } = await sql`
    select from saved_view where workspace_id = ${workspaceId} and id <> ${id} and page = ${page}
      and lower(name) = lower(${name}) and owner_id is not distinct from ${ownerId}::text`.execute(db);
  return rows.length > 0;
}

/** Whether this person is a member. In a transaction that locks the workspace, they stay one until it ends. */
export async function isMember(db: Kysely<Schema>, workspaceId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from member where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(db);
  return rows.length > 0;
}
