import { sql, type RawBuilder } from "kysely";
import type { ActionTable } from "../schema.ts";

/** Columns that every new action has, whatever made it. A new column is named here once. */
const ALWAYS = [
  "workspaceId",
  "id",
  "toolName",
  "toolHash",
  "source",
  "effect",
  "risk",
  "ratedRisk",
  "vetted",
  "toolInput",
  "repeatHash",
  "effectiveInput",
  "preview",
  "target",
  "snapshot",
  "current",
  "proposed",
  "digest",
  "caption",
  "status",
  "missionId",
  "sessionId",
  "batchId",
  "proposedKind",
  "proposedBy",
  "proposedName",
  "requestHash",
  "supersedes",
  "expiresAt",
  "remindAt",
  "escalateAt",
] as const satisfies readonly (keyof ActionTable | "repeatHash")[];

type Always = (typeof ALWAYS)[number];

/** The SQL of each column of a new action. What is left out does not compile, or takes the column's default. */
export type NewActionColumns = Readonly<Record<Always, RawBuilder<unknown>>> &
  Readonly<Partial<Record<Exclude<keyof ActionTable, Always>, RawBuilder<unknown>>>>;

/** `insert into action (…) select …`, to be followed by what is selected from. */
export const insertAction = (columns: NewActionColumns): RawBuilder<unknown> => sql`insert into action
      (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))})
      select ${sql.join(Object.values(columns))}`;
