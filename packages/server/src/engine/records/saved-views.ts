import { MAX_SHARED_VIEWS, MAX_VIEWS_PER_PERSON, type SavedView } from "@countersign/protocol";
import type { Kysely } from "kysely";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { mayChangeView } from "../../core/saved-view-rights.ts";
import type { SavedViews } from "../../ports/records.ts";
import type { SavedViewTable, Schema } from "../../store/schema.ts";
import { appendAuditEvent } from "../../store/statements/audit-events.ts";
import {
  countSavedViews,
  isMember,
  isViewNameTaken,
  listSavedViews,
  type ViewRow,
} from "../../store/statements/saved-views.ts";
import { lockWorkspace } from "../../store/statements/workspaces.ts";
import type { EngineDeps } from "../deps.ts";
import { newId } from "../new-id.ts";

/**
 * Saved views. A change locks the workspace, as a change of its members does, so that limits and names are checked against what is
 * stored, and no private view outlives the membership of its author. The log has an event for each change that others see.
 */
export function createSavedViews({ database }: Pick<EngineDeps, "database">): SavedViews {
  const { kysely } = database;
  /** Runs `change` while it holds the lock. If `change` refuses, nothing was written. */
  const locked = async <T>(by: Principal, change: (trx: Kysely<Schema>) => Promise<Result<T>>): Promise<Result<T>> => {
    if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can save views.");
    const result = await kysely.transaction().execute(async (trx) => {
      await lockWorkspace(trx, by.workspaceId);
      // Removed since the request was authenticated.
      if (!(await isMember(trx, by.workspaceId, by.id)))
        return refuse("FORBIDDEN", "You are no longer a member of this workspace.");
      return change(trx);
    });
    if (result.ok) database.notify(by.workspaceId);
    return result;
  };

  return {
    async list(by) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people have saved views.");
      const rows = await listSavedViews(kysely, { workspaceId: by.workspaceId, userId: by.id });
      return ok(rows.map((row) => toWire(by, row)));
    },

    create: (by, { page, name, query, shared = false }) =>
      locked(by, async (trx) => {
        const { workspaceId, id: authorId } = by;
        const view = { workspaceId, id: newId(), page, name, query, authorId, ownerId: shared ? null : authorId };
        const refusal = await refuseView(trx, view, { isNew: true, isNewlyShared: shared });
        if (refusal) return refusal;
        await trx
          .insertInto("savedView")
          .values({ ...view, authorName: by.name })
          .execute();
        if (shared) await appendEvent(trx, by, "view.shared", { ...view });
        return readView(trx, by, view.id);
      }),

    change: (by, id, request) => locked(by, (trx) => changeView(trx, by, id, request)),

    remove: (by, id) =>
      locked(by, async (trx) => {
        const found = await findChangeable(trx, by, id);
        if (!found.ok) return found;
        await trx.deleteFrom("savedView").where("workspaceId", "=", by.workspaceId).where("id", "=", id).execute();
        if (found.value.ownerId === null) await appendEvent(trx, by, "view.deleted", found.value);
        return ok({ id });
      }),
  };
}

async function changeView(
  trx: Kysely<Schema>,
  by: Principal,
  id: string,
  request: Parameters<SavedViews["change"]>[2],
): Promise<Result<SavedView>> {
  const found = await findChangeable(trx, by, id);
  if (!found.ok) return found;
  const was = found.value;
  const wasShared = was.ownerId === null;
  const { name = was.name, query = was.query, shared = wasShared } = request;
  if (name === was.name && query === was.query && shared === wasShared) return ok(toWire(by, was));
  if (!shared && !was.isAuthorMember) {
    return refuse(
      "INVALID_STATE",
      "The author of this view is no longer a member, so the view cannot be made private. Keep it shared, or delete it.",
    );
  }
  const now = { ...was, name, query, ownerId: shared ? null : was.authorId };
  const refusal = await refuseView(trx, now, { isNew: false, isNewlyShared: shared && !wasShared });
  if (refusal) return refusal;
  await trx
    .updateTable("savedView")
    .set({ name, query, ownerId: now.ownerId, updatedAt: new Date() })
    .where("workspaceId", "=", by.workspaceId)
    .where("id", "=", id)
    .execute();
  if (shared && !wasShared) await appendEvent(trx, by, "view.shared", now);
  // What becomes private is told as others knew it.
  else if (!shared && wasShared) await appendEvent(trx, by, "view.unshared", was);
  else if (shared) await appendEvent(trx, by, "view.changed", now, { formerName: was.name, formerQuery: was.query });
  // An administrator no longer sees what they made private for somebody else.
  const [stored] = await listSavedViews(trx, { workspaceId: by.workspaceId, userId: was.authorId, id });
  return ok(toWire(by, stored!));
}

/** Finds a view that this person sees and may change. What they do not see is answered like what does not exist. */
async function findChangeable(trx: Kysely<Schema>, by: Principal, id: string): Promise<Result<ViewRow>> {
  const [row] = await listSavedViews(trx, { workspaceId: by.workspaceId, userId: by.id, id });
  if (!row) return refuse("NOT_FOUND", "There is no such view among your own views and those shared in this workspace.");
  if (mayChangeView(by, row)) return ok(row);
  return refuse("FORBIDDEN", "Only the author or an administrator can change a shared view. Save a view of your own instead.");
}

type NewView = Pick<SavedViewTable, "workspaceId" | "id" | "page" | "name" | "query" | "authorId" | "ownerId">;

/** Returns a refusal if the view exceeds a limit or its name is taken; undefined otherwise. */
async function refuseView(
  trx: Kysely<Schema>,
  view: NewView,
  { isNew, isNewlyShared }: { isNew: boolean; isNewlyShared: boolean },
) {
  const counts = await countSavedViews(trx, view);
  if (isNew && counts.ofAuthor >= MAX_VIEWS_PER_PERSON) {
    return refuse(
      "INVALID_STATE",
      `A person can have at most ${MAX_VIEWS_PER_PERSON} saved views. Delete one that is not needed.`,
    );
  }
  if (isNewlyShared && counts.shared >= MAX_SHARED_VIEWS) {
    return refuse(
      "INVALID_STATE",
      `A workspace can have at most ${MAX_SHARED_VIEWS} shared views. Delete one that is not needed.`,
    );
  }
  if (!(await isViewNameTaken(trx, view))) return undefined;
  const where = view.ownerId === null ? "A view shared in the workspace" : "Another view";
  return refuse("INVALID_INPUT", `${where} already has this name. Choose another one, or change that view.`, {
    errors: [{ path: "/name", message: "is taken" }],
  });
}

async function readView(trx: Kysely<Schema>, by: Principal, id: string): Promise<Result<SavedView>> {
  const [row] = await listSavedViews(trx, { workspaceId: by.workspaceId, userId: by.id, id });
  return ok(toWire(by, row!));
}

const appendEvent = (trx: Kysely<Schema>, by: Principal, kind: string, view: NewView, more: object = {}): Promise<void> => {
  const { id: viewId, page, name, query, authorId } = view;
  return appendAuditEvent(trx, {
    workspaceId: by.workspaceId,
    kind,
    by,
    data: { viewId, page, name, query, authorId, ...more },
  });
};

const toWire = (by: Principal, row: ViewRow): SavedView => ({
  id: row.id,
  page: row.page,
  name: row.name,
  query: row.query,
  shared: row.ownerId === null,
  author: { id: row.authorId, name: row.authorName, isMember: row.isAuthorMember },
  mayChange: mayChangeView(by, row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
