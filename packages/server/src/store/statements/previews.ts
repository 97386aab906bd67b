import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { appendEvents, type Actor } from "./row.ts";

const MAX_PREVIEWS = 20;
const ASK_AGAIN_SECONDS = 10;

interface WantedPreview {
  pendingActionId: string;
  toolName: string;
  version: number;
  input: string;
}

/**
 * Takes pending actions whose preview only this worker can render; each at most once in ten seconds. A CTE that locks rows runs
 * once; as a subquery of the join it could run once for each action and take more than the limit.
 */
export async function takeWantedPreviews(
  db: Kysely<Schema>,
  workspaceId: string,
  source: string,
  tools: readonly string[],
): Promise<WantedPreview[]> {
  const { rows } = await sql<WantedPreview>`
    with wanted as (
      select id from action
      where workspace_id = ${workspaceId} and source = ${source} and status = 'pending' and preview_wanted
        and tool_name = any(${[...tools]}::text[])
        and (preview_asked_at is null or preview_asked_at < now() - make_interval(secs => ${ASK_AGAIN_SECONDS}))
      order by preview_asked_at nulls first, created_at desc
      limit ${MAX_PREVIEWS}
      for update skip locked
    )
    update action a set preview_asked_at = now() from wanted
    where a.workspace_id = ${workspaceId} and a.id = wanted.id
    returning a.id as pending_action_id, a.tool_name, a.version, a.effective_input as input`.execute(db);
  return rows;
}

export interface DrawnPreview {
  workspaceId: string;
  id: string;
  /** The version that the preview was rendered for. */
  version: number;
  preview: string;
  target: string | null;
  snapshot: string | null;
  current: string | null;
  proposed: string | null;
  /** Digest with target and snapshot, so an approval of the call without them does not apply. */
  digest: string;
  /** Digest of the version that the preview was rendered for. */
  seenDigest: string;
  by: Actor;
}

/** Stores a rendered preview and its target while the action is pending. Votes on another digest no longer count. */
export async function storePreview(db: Kysely<Schema>, answer: DrawnPreview): Promise<boolean> {
  const extra = answer.digest === answer.seenDigest ? {} : { digestChanged: true };
  const { rows } = await sql`
    with drawn as (
      update action a set preview = ${answer.preview}, preview_wanted = false, version = a.version + 1,
        target = ${answer.target}, snapshot = ${answer.snapshot}, current = ${answer.current}, proposed = ${answer.proposed},
        vote_round = case when a.digest = ${answer.digest} then a.vote_round else a.vote_round + 1 end,
        not_before = case when a.digest = ${answer.digest} then a.not_before end, digest = ${answer.digest}
      where a.workspace_id = ${answer.workspaceId} and a.id = ${answer.id} and a.version = ${answer.version}
        and a.status = 'pending' and a.preview_wanted and a.source = ${answer.by.id}
      returning *
    ), event as (${appendEvents("drawn", sql`'action.previewed'`, answer.by, extra)})
    select id from drawn`.execute(db);
  return rows.length === 1;
}
