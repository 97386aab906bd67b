import type { StudioDraft, StudioPublication } from "@countersign/protocol";
import { sql, type Kysely } from "kysely";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { defineTool, nameChanges, type StudioDefinition } from "../../core/studio-tool.ts";
import { studioSource } from "../../core/tool-source.ts";
import type { Schema } from "../../store/schema.ts";
import { appendAuditEvent } from "../../store/statements/audit-events.ts";
import { readProtections } from "../../store/statements/protections.ts";
import {
  findStudioTool,
  insertStudioVersion,
  listStudioVersions,
  setPublished,
  type StudioToolRow,
} from "../../store/statements/studio.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import type { StudioTools } from "../../ports/catalog.ts";
import type { EngineDeps } from "../deps.ts";
import { columnsOf, refuseName } from "./connection-tools.ts";
import { ratedColumns } from "./rated-columns.ts";
import { isReplaced, reconcileSource, type StoreTools, type ToolChange, type ToolSource } from "./reconcile-source.ts";

const NOT_FOUND = refuse("NOT_FOUND", "There is no such tool in the studio.");
const NOT_ADMIN = refuse("FORBIDDEN", "Only an administrator can publish tools.");

/** Effects of a publication, or of its preview, that people are shown. */
interface Placed extends Omit<StudioPublication, "blockers" | "lowered" | "ends"> {
  isChanged: boolean;
  lowered: string[];
  refusal?: Refusal;
}

/** Thrown in a transaction to roll it back: a refused publication, or a preview of one. */
class TakeBack extends Error {
  readonly placed: Placed;
  constructor(placed: Placed) {
    super("taken back");
    this.placed = placed;
  }
}

export function createStudioTools({ database }: EngineDeps): StudioTools {
  const { kysely } = database;

  return {
    async publish(by, name, { draftVersion, confirm }) {
      if (!hasRole(by, "admin")) return NOT_ADMIN;
      return reconcileSource(database, sourceOf(by, name), async (trx, _all, store): Promise<Result<{ version: number }>> => {
        const tool = await findStudioTool(trx, by.workspaceId, name);
        if (!tool) return NOT_FOUND;
        if (tool.draftVersion !== draftVersion) return somebodyWasFirst();
        const [blocker] = await findBlockers(trx, tool);
        if (blocker !== undefined) return refuse("INVALID_STATE", blocker);
        const placed = await place(trx, by, tool, store, confirm);
        if (placed.refusal) throw new TakeBack(placed);
        return ok({ version: placed.version });
      }).catch((error: unknown) => {
        if (error instanceof TakeBack) return { ok: false as const, refusal: error.placed.refusal! };
        throw error;
      });
    },

    async look(by, name) {
      if (!hasRole(by, "admin")) return NOT_ADMIN;
      const tool = await findStudioTool(kysely, by.workspaceId, name);
      if (!tool) return NOT_FOUND;
      const blockers = await findBlockers(kysely, tool);
      const placed = await reconcileSource(database, sourceOf(by, name), async (trx, _all, store): Promise<Placed> => {
        throw new TakeBack(await place(trx, by, { ...tool, passedRunId: tool.passedRunId ?? "" }, store, true, false));
      }).catch((error: unknown) => {
        if (error instanceof TakeBack) return error.placed;
        throw error;
      });
      const { version, changes, lowered, risk, approval, isChanged } = placed;
      const ends = isChanged ? await countOpen(kysely, by.workspaceId, name) : 0;
      return ok({ version, blockers, changes, lowered, risk, approval, ends });
    },

    async retire(by, name) {
      if (!hasRole(by, "admin")) return NOT_ADMIN;
      const { workspaceId } = by;
      return reconcileSource(database, sourceOf(by, name), async (trx, _all, store): Promise<Result<{ name: string }>> => {
        const tool = await findStudioTool(trx, workspaceId, name);
        if (!tool) return NOT_FOUND;
        if (tool.publishedVersion === null) return refuse("INVALID_STATE", "This tool is not published.");
        await setPublished(trx, workspaceId, name, null);
        await store([]);
        const data = { name, version: tool.publishedVersion };
        await appendAuditEvent(trx, { workspaceId, by, kind: "studio.retired", data, settings: [["studio_tool", name]] });
        return ok({ name });
      });
    },
  };
}

/** Each tool of the studio is a source of its own. */
function sourceOf(by: Principal, name: string): ToolSource {
  const { workspaceId } = by;
  const source = studioSource({ workspaceId, name });
  return { workspaceId, source, by, goneData: () => ({ source }), endsActions: isReplaced };
}

const somebodyWasFirst = (): Result<never> =>
  refuse("INVALID_STATE", "Somebody else changed this draft. Reload it and try again.");

async function findBlockers(db: Kysely<Schema>, tool: StudioToolRow): Promise<string[]> {
  const { rows } = await readProtections(db, tool.workspaceId);
  const taken = refuseName(tool.name, studioSource(tool), rows);
  return [
    ...(tool.passedRunId === null
      ? ["Test the draft first: no run with exactly this source, schema, access and limits has succeeded."]
      : []),
    ...(tool.publishedDraft === tool.draft ? ["Nothing changed since it was published."] : []),
    ...(taken ? [`The name cannot be used. ${taken.reason.replace(/ Give the connection a prefix\.$/, "")}`] : []),
  ];
}

/** Writes the tool and, except in a preview, the version; finds what that lowers. The caller must roll back a refusal. */
async function place(
  trx: Kysely<Schema>,
  by: Principal,
  tool: StudioToolRow,
  store: StoreTools,
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
  const [now] = await store([{ name, change: (known) => changeOf(known, { draft, was, defined, isChanged }) }]);
  const { risk, approval } = now as Pick<Placed, "risk" | "approval">;
  const after = await readProtections(trx, workspaceId);
  // Protection that was lowered for the former version counts as intact: the new version needs its own confirmation.
  const known = before.tools.map((each) =>
    each.name === name && isChanged && defined.risk > 0
      ? { ...each, approval: "required" as const, requiredIn: [], neverIn: [] }
      : each,
  );
  const { lowered, refusal } = judgeLowering({ ...before, tools: known }, after, confirm);
  const data = { name, version, runId: tool.passedRunId, draftHash: tool.draftHash, risk, approval };
  await appendAuditEvent(trx, {
    workspaceId,
    by,
    kind: "studio.published",
    settings: [
      ["studio_tool", name],
      ["studio_version", name, version],
    ],
    data: { ...data, lowers: lowered.length > 0, ...(lowered.length > 0 ? { lowered } : {}) },
  });
  const changes = [
    ...nameChanges(was, draft),
    ...(row && row.risk !== risk ? [`The risk is ${risk} of 5 instead of ${row.risk}.`] : []),
    ...(row && row.approval !== approval ? [`Approval is “${approval}” instead of “${row.approval}”.`] : []),
  ];
  return { version, changes, lowered, isChanged, risk, approval, ...(refusal && { refusal }) };
}

interface Publication {
  draft: StudioDraft;
  /** The draft published before; null if there is none. */
  was: StudioDraft | null;
  defined: StudioDefinition;
  isChanged: boolean;
}

function changeOf(row: ToolRow | undefined, { draft, was, defined, isChanged }: Publication): ToolChange {
  const { definition, hash, rating, risk } = defined;
  // A setting made outside the studio stays if it is stricter than what follows from the risk.
  const setBeside = row?.approvalSet === true && row.approval !== "never" && row.approval !== was?.approval;
  const approval = draft.approval ?? (row && !isChanged ? row.approval : setBeside ? "required" : defined.approval);
  const raisedBeside = row?.riskSource === "set" && row.risk !== was?.risk ? row.risk : 0;
  const riskSource = draft.risk !== null || raisedBeside > risk ? ("set" as const) : ("scored" as const);
  return {
    kind: row ? "tool.changed" : "tool.registered",
    // A publication is recorded even if the version changes nothing of its tool.
    always: true,
    values: {
      ...columnsOf({ definition, hash }),
      vetting: "vetted",
      ...ratedColumns(rating, { riskSource, ratedRisk: Math.max(risk, raisedBeside) }),
      riskSource,
      approval,
      ...(draft.approval === null ? {} : { approvalSet: true }),
      ...(isChanged ? { approvalWhen: null, neverIn: [] } : {}),
      promptTemplate: draft.promptTemplate,
      ...(row ? {} : { groupNames: [draft.group], previews: false, enabled: true }),
    },
    data: ({ source }) => ({ source, definitionHash: hash, was: row?.definitionHash ?? null, approval }),
  };
}

async function countOpen(db: Kysely<Schema>, workspaceId: string, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from action
    where workspace_id = ${workspaceId} and tool_name = ${name} and status in ('pending', 'approved')`.execute(db);
  return rows[0]?.count ?? 0;
}
