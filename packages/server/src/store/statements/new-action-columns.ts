import { sql, type RawBuilder } from "kysely";
import type { SqlType } from "../recordset.ts";
import type { ActionTable } from "../schema.ts";
import type { ActionRow } from "./row.ts";

/**
 * Columns of a new action that the engine gives as they are stored. A field that is added here is passed to the database, stored,
 * and copied to what supersedes the action by a rebase; see docs/decisions/0024-a-new-field.md.
 */
export const GIVEN = {
  id: "text",
  toolName: "text",
  toolHash: "text",
  source: "text",
  effect: "text",
  risk: "smallint",
  ratedRisk: "smallint",
  vetted: "boolean",
  toolInput: "text",
  preview: "text",
  previewWanted: "boolean",
  target: "text",
  snapshot: "text",
  current: "text",
  proposed: "text",
  digest: "text",
  caption: "text",
  missionId: "text",
  sessionId: "text",
  batchId: "text",
  requestHash: "text",
  routing: "text",
} as const satisfies Partial<Record<keyof ActionTable, SqlType>>;
type Given = keyof typeof GIVEN;

/** The values of those columns. */
export type GivenValues = Pick<ActionRow, Given>;

/** Columns of a new action that the database derives or that come from the proposer. */
type Derived =
  | ("workspaceId" | "repeatHash" | "effectiveInput" | "status" | "supersedes")
  | ("proposedKind" | "proposedBy" | "proposedName")
  | ("expiresAt" | "latestExpiresAt" | "remindAt" | "escalateAt");

/** The SQL of each column of a new action. What is left out does not compile, or takes the column's default. */
export type NewActionColumns = Readonly<Record<Given | Derived, RawBuilder<unknown>>> &
  Readonly<Partial<Record<Exclude<keyof ActionTable, Given | Derived>, RawBuilder<unknown>>>>;

const givenBy = (toSql: (column: Given) => RawBuilder<unknown>) =>
  Object.fromEntries((Object.keys(GIVEN) as Given[]).map((column) => [column, toSql(column)])) as Record<
    Given,
    RawBuilder<unknown>
  >;

/** Read from a recordset with this alias, whose fields are named as the columns. */
export const readFrom = (alias: string) => givenBy((column) => sql.raw(`${alias}."${column}"`));

/** Copied from a row of `action`. */
export const copied = () => givenBy((column) => sql.ref(column));

/** `insert into action (…) select …`, to be followed by what is selected from. */
export const insertAction = (columns: NewActionColumns): RawBuilder<unknown> => sql`insert into action
      (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(columns))}`;
