import type { StudioDraft, StudioPublication } from "@countersign/protocol";
import { sql, type Kysely } from "kysely";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { defineTool, nameChanges, type StudioDefinition } from "../../core/studio-tool.ts";
import { studioSource } from "../../core/tool-port.ts";
import type { Schema } from "../../store/schema.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import {
  findStudioTool,
  insertStudioVersion,
  listStudioVersions,
  setPublished,
  type StudioToolRow,
} from "../../store/statements/studio.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import { withdrawActions } from "../../store/statements/withdraw-actions.ts";
import { ratedColumns } from "./rated-columns.ts";
import { columnsOf, refuseName } from "./connection-tools.ts";
import type { EngineDeps } from "../deps.ts";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { readProtections } from "../../store/statements/protections.ts";

export interface StudioTools {
  /**
   * Puts the draft on the gate as a version that never changes, in place of the one before; what waits for that one ends. Refused
   * without a run of exactly this draft that ended well, and, without `confirm`, where it lowers protection.
   */
  publishStudioTool(
    by: Principal,
    name: string,
    request: { draftVersion: number; confirm?: boolean | undefined },
  ): Promise<Result<{ version: number }>>;
  /** What that would change; changes nothing. */
  lookAtPublication(by: Principal, name: string): Promise<Result<StudioPublication>>;
  /** Takes the tool from the gate; its draft and versions stay. */
  retireStudioTool(by: Principal, name: string): Promise<Result<{ name: string }>>;
}

const MOST_ROUNDS = 10;
const NOT_FOUND = refuse("NOT_FOUND", "There is no such tool in the studio.");
const NOT_ADMIN = refuse("FORBIDDEN", "Only an administrator publishes tools.");

/** What a publication did, or would do, as far as people are told of it. */
interface Placed extends Omit<StudioPublication, "blockers" | "lowered" | "ends"> {
  isChanged: boolean;
  lowered: string[];
  refusal?: Refusal;
}

/** Thrown in a transaction to take back all that it did. */
class TakeBack extends Error {
  readonly placed: Placed;
  constructor(placed: Placed) {
    super("taken back");
    this.placed = placed;
  }
}

export function createStudioTools({ database }: EngineDeps): StudioTools {
  const { kysely } = database;

  async function withdraw(workspaceId: string, name: string): Promise<void> {
    // After the commit: from here on nothing new is proposed or approved against the former version.
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if ((await withdrawActions(kysely, workspaceId, [name])).length === 0) break;
    }
    database.notify(workspaceId);
  }

  return {
    async publishStudioTool(by, name, { draftVersion, confirm }) {
      if (!hasRole(by, "admin")) return NOT_ADMIN;
      const result = await kysely
        .transaction()
        .execute(async (trx): Promise<Result<Placed>> => {
          await lockAuditHead(trx, by.workspaceId);
          const tool = await findStudioTool(trx, by.workspaceId, name);
          if (!tool) return NOT_FOUND;
          if (tool.draftVersion !== draftVersion) return somebodyWasFirst();
          const [blocker] = await findBlockers(trx, tool);
          if (blocker !== undefined) return refuse("INVALID_STATE", blocker);
          const placed = await place(trx, by, tool, confirm);
          if (placed.refusal) throw new TakeBack(placed);
          return ok(placed);
        })
        .catch((error: unknown) => {
          if (error instanceof TakeBack) return { ok: false as const, refusal: error.placed.refusal! };
          throw error;
        });
      if (!result.ok) return result;
      if (result.value.isChanged) await withdraw(by.workspaceId, name);
      else database.notify(by.workspaceId);
      return ok({ version: result.value.version });
    },

    async lookAtPublication(by, name) {
      if (!hasRole(by, "admin")) return NOT_ADMIN;
      const tool = await findStudioTool(kysely, by.workspaceId, name);
      if (!tool) return NOT_FOUND;
      const blockers = await findBlockers(kysely, tool);
      const placed = await kysely
        .transaction()
        .execute(async (trx): Promise<Placed> => {
          await lockAuditHead(trx, by.workspaceId);
          throw new TakeBack(await place(trx, by, { ...tool, passedRunId: tool.passedRunId ?? "" }, true, false));
        })
        .catch((error: unknown) => {
          if (error instanceof TakeBack) return error.placed;
          throw error;
        });
      const { version, changes, lowered, risk, approval, isChanged } = placed;
      const ends = isChanged ? await countOpen(kysely, by.workspaceId, name) : 0;
      return ok({ version, blockers, changes, lowered, risk, approval, ends });
    },

    async retireStudioTool(by, name) {
      if (!hasRole(by, "admin")) return NOT_ADMIN;
      const result = await kysely.transaction().execute(async (trx): Promise<Result<{ name: string }>> => {
        await lockAuditHead(trx, by.workspaceId);
        const tool = await findStudioTool(trx, by.workspaceId, name);
        if (!tool) return NOT_FOUND;
        if (tool.publishedVersion === null) return refuse("INVALID_STATE", "It is not on the gate.");
        await setPublished(trx, by.workspaceId, name, null);
        const source = studioSource(tool);
        await trx
          .updateTable("tool")
          .set({ vetting: "gone", updatedAt: new Date() })
          .where("workspaceId", "=", by.workspaceId)
          .where("name", "=", name)
          .where("source", "=", source)
          .execute();
        const event = { workspaceId: by.workspaceId, by };
        await appendAuditEvent(trx, { ...event, kind: "tool.gone", data: { name, source }, settings: [["tool", name]] });
        const data = { name, version: tool.publishedVersion };
        await appendAuditEvent(trx, { ...event, kind: "studio.retired", data, settings: [["studio_tool", name]] });
        return ok({ name });
      });
      if (result.ok) await withdraw(by.workspaceId, name);
      return result;
    },
  };
}

const somebodyWasFirst = (): Result<never> =>
  refuse("INVALID_STATE", "Somebody else changed this draft first; look at it again.");

async function findBlockers(db: Kysely<Schema>, tool: StudioToolRow): Promise<string[]> {
  const { rows } = await readProtections(db, tool.workspaceId);
  const taken = refuseName(tool.name, studioSource(tool), rows);
  return [
    ...(tool.passedRunId === null
      ? ["Test it first: no run of exactly this source, schema, access and limits ended well."]
      : []),
    ...(tool.publishedDraft === tool.draft ? ["Nothing changed since it was published."] : []),
    ...(taken ? [`Its name can not be used. ${taken.reason.replace(/ Give the connection a prefix\.$/, "")}`] : []),
  ];
}

/** Writes the version and the tool, and says what that lowers; the caller takes back what must not be. `isReal`: with a run. */
async function place(
  trx: Kysely<Schema>,
  by: Principal,
  tool: StudioToolRow,
  confirm: boolean | undefined,
  isReal = true,
): Promise<Placed> {
  const { workspaceId, name } = tool;
  const draft = JSON.parse(tool.draft) as StudioDraft;
  const defined = defineTool(workspaceId, name, draft);
  const versions = await listStudioVersions(trx, workspaceId, name);
  const version = (versions[0]?.version ?? 0) + 1;
  const before = await readProtections(trx, workspaceId);
  const row = before.rows.find((each) => each.name === name);
  const isChanged = row?.definitionHash !== defined.hash || row.vetting !== "vetted";
  if (isReal) {
    const stored = { workspaceId, name, version, seenVersion: tool.draftVersion };
    await insertStudioVersion(trx, { ...stored, definitionHash: defined.hash, runId: tool.passedRunId! }, by);
  }
  const was = tool.publishedDraft === null ? null : (JSON.parse(tool.publishedDraft) as StudioDraft);
  const now = await write(trx, { workspaceId, name, draft, was, defined, row, isChanged });
  const after = await readProtections(trx, workspaceId);
  // What somebody let pass was the former version: for this one they say it again.
  const known = before.tools.map((each) =>
    each.name === name && isChanged && defined.risk > 0
      ? { ...each, approval: "required" as const, requiredIn: [], neverIn: [] }
      : each,
  );
  const { lowered, refusal } = judgeLowering({ ...before, tools: known }, after, confirm);
  const source = studioSource(tool);
  const told = { name, source, definitionHash: defined.hash, was: row?.definitionHash ?? null, approval: now.approval };
  const event = { workspaceId, by };
  await appendAuditEvent(trx, {
    ...event,
    kind: row ? "tool.changed" : "tool.registered",
    data: told,
    settings: [["tool", name]],
  });
  const data = { name, version, runId: tool.passedRunId, draftHash: tool.draftHash, risk: now.risk, approval: now.approval };
  await appendAuditEvent(trx, {
    ...event,
    kind: "studio.published",
    settings: [
      ["studio_tool", name],
      ["studio_version", name, version],
    ],
    data: { ...data, lowers: lowered.length > 0, ...(lowered.length > 0 ? { lowered } : {}) },
  });
  const changes = [
    ...nameChanges(was, draft),
    ...(row && row.risk !== now.risk ? [`Its risk is ${now.risk} of 5 instead of ${row.risk}.`] : []),
    ...(row && row.approval !== now.approval ? [`Approval is “${now.approval}” instead of “${row.approval}”.`] : []),
  ];
  return { version, changes, lowered, isChanged, risk: now.risk, approval: now.approval, ...(refusal && { refusal }) };
}

type Guarded = Pick<Placed, "risk" | "approval">;

interface Write {
  workspaceId: string;
  name: string;
  draft: StudioDraft;
  /** The draft that is published. */
  was: StudioDraft | null;
  defined: StudioDefinition;
  row: ToolRow | undefined;
  isChanged: boolean;
}

async function write(trx: Kysely<Schema>, { workspaceId, name, draft, was, defined, row, isChanged }: Write): Promise<Guarded> {
  const { definition, hash, rating, risk } = defined;
  // What an administrator set beside the studio stays, as far as it asks more than what is left to the risk.
  const setBeside = row?.approvalSet === true && row.approval !== "never" && row.approval !== was?.approval;
  const approval = draft.approval ?? (row && !isChanged ? row.approval : setBeside ? "required" : defined.approval);
  const raisedBeside = row?.riskSource === "set" && row.risk !== was?.risk ? row.risk : 0;
  const isSet = draft.risk !== null || raisedBeside > risk;
  const set = { riskSource: isSet ? ("set" as const) : ("scored" as const), ratedRisk: Math.max(risk, raisedBeside) };
  const values = {
    ...columnsOf({ definition, hash }),
    source: studioSource({ workspaceId, name }),
    vetting: "vetted" as const,
    ...ratedColumns(rating, set),
    riskSource: set.riskSource,
    approval,
    ...(draft.approval === null ? {} : { approvalSet: true }),
    ...(isChanged ? { approvalWhen: null, neverIn: [] } : {}),
    promptTemplate: draft.promptTemplate,
    updatedAt: new Date(),
  };
  if (row) await trx.updateTable("tool").set(values).where("workspaceId", "=", workspaceId).where("name", "=", name).execute();
  else {
    const fresh = { workspaceId, name, groupNames: [draft.group], previews: false, enabled: true };
    await trx
      .insertInto("tool")
      .values({ ...values, ...fresh } as never)
      .execute();
  }
  return { risk: values.risk as Guarded["risk"], approval };
}

async function countOpen(db: Kysely<Schema>, workspaceId: string, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from action
    where workspace_id = ${workspaceId} and tool_name = ${name} and status in ('pending', 'approved')`.execute(db);
  return rows[0]?.count ?? 0;
}
