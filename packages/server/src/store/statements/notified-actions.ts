import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema.ts";
import { decisionsAs, factsWith, type StoredAction } from "./read-actions.ts";
import { isRevokedOf, type StoredDecision } from "./stored-decision.ts";

/** Columns of an action by which notifications choose receivers and words: none is large. */
const COLUMNS = [
  "workspaceId",
  "id",
  "toolName",
  "toolHash",
  "source",
  "risk",
  "ratedRisk",
  "vetted",
  "digest",
  "status",
  "attempt",
  "proposedKind",
  "proposedBy",
  "proposedName",
  "policyWhen",
  "routing",
  "createdAt",
  "resolvedKind",
  "resolvedBy",
  "voteRound",
  "editedBy",
  "escalatedAt",
  "delegationId",
  "notBefore",
] as const satisfies readonly (keyof StoredAction)[];

type NotifiedDecision = Omit<StoredDecision, "userEdits" | "comment" | "shownForMs" | "channel" | "id" | "at"> & {
  isEdit: boolean;
};

type Facts = "tool" | "agent" | "people" | "delegation" | "grant" | "policyEpoch" | "assignee";

/** An action without its inputs, previews and results, which may be megabytes, and of which a backlog has thousands. */
export type NotifiedAction = Pick<StoredAction, (typeof COLUMNS)[number] | Facts> & { decisions: NotifiedDecision[] };

const DECISION = sql`json_build_object('verdict', d.verdict, 'byKind', d.by_kind, 'byId', d.by_id, 'byName', d.by_name,
  'digest', d.digest, 'isEdit', d.user_edits is not null, 'voteRound', d.vote_round, 'onBehalfOf', d.on_behalf_of,
  'onBehalfName', d.on_behalf_name, 'delegationId', d.delegation_id, 'isRevoked', ${isRevokedOf("d")})`;

/** Reads actions in any order. */
export async function findNotifiedActions(
  db: Kysely<Schema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<NotifiedAction[]> {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(`a.${name}`)));
  const { rows } = await sql<NotifiedAction>`
    select ${columns}, ${decisionsAs(DECISION)}, ${factsWith(sql`null::text`)}
    from action a where a.workspace_id = ${workspaceId} and a.id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** Proposed and effective input of an action, each as JSON text, with the digest of the version they belong to. */
export interface ActionInputs {
  id: string;
  toolInput: string;
  effectiveInput: string;
  digest: string;
}

/** Reads inputs in any order. One may have a megabyte: ask for few at once. */
export const findInputs = (db: Kysely<Schema>, workspaceId: string, ids: readonly string[]): Promise<ActionInputs[]> =>
  db
    .selectFrom("action")
    .select(["id", "toolInput", "effectiveInput", "digest"])
    .where("workspaceId", "=", workspaceId)
    .where("id", "in", [...ids])
    .execute();
