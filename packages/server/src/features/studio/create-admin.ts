import type { JsonObject, StudioDraft, StudioTool, RunStudioTool, StudioRun, CreateStudioTool } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { draftHash } from "../../core/studio-access.ts";
import { refuseOthers, type StudioAdmin } from "./studio-admin.ts";
import { studioSource } from "../../core/tool-source.ts";
import { refuseName } from "../../engine/catalog/connection-tools.ts";
import { newId } from "../../engine/new-id.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Database } from "../../store/database.ts";
import { findStops } from "../../store/statements/emergency-stop.ts";
import {
  deleteStudioTool,
  findStudioTool,
  insertStudioRun,
  insertStudioTool,
  listStudioRuns,
  listStudioTools,
  listStudioVersions,
  updateStudioDraft,
  type StudioToolRow,
} from "../../store/statements/studio.ts";
import { listTools } from "../../store/statements/tools.ts";
import { findDraftFaults } from "./check-draft.ts";
import type { SandboxRunner } from "./sandbox-runner.ts";
import { draftOf, toRun, toStudioTool, toSummary, toVersion } from "./to-wire.ts";

export interface AdminDeps {
  database: Database;
  engine: Pick<Engine, "studioTools" | "checks">;
  run: SandboxRunner;
  /** Applies the published tools to this process. */
  apply(workspaceId: string): Promise<void>;
}

const LOOK_MS = 500;
const NOT_FOUND = refuse("NOT_FOUND", "There is no such tool in the studio.");
const WAS_FIRST = refuse("INVALID_STATE", "Somebody else changed this draft. Reload it and try again.");

export function createStudioAdmin(deps: AdminDeps): StudioAdmin {
  const { database, engine, apply } = deps;
  const { kysely } = database;

  return {
    async list(by) {
      return refuseOthers(by) ?? ok((await listStudioTools(kysely, by.workspaceId)).map(toSummary));
    },
    find: (by, name) => show(deps, by, name),

    create: (by, request) => createDraft(deps, by, request),

    async save(by, name, { draft, draftVersion }) {
      const row = await open(deps, by, name);
      if (!row.ok) return row;
      const errors = findDraftFaults(name, draft);
      if (errors.length > 0) return refuse("INVALID_INPUT", "The draft is not valid. Nothing was saved.", { errors });
      return store(deps, by, name, draft, draftVersion);
    },

    async remove(by, name) {
      const row = await open(deps, by, name);
      if (!row.ok) return row;
      if (await deleteStudioTool(kysely, by.workspaceId, name, by)) return ok({ name });
      return refuse("INVALID_STATE", "This tool was published, so it cannot be deleted. Unpublish it instead.");
    },

    run: (by, name, request, signal) => runDraft(deps, by, name, request, signal),

    async runs(by, name) {
      const row = await open(deps, by, name);
      if (!row.ok) return row;
      const rows = await listStudioRuns(kysely, by.workspaceId, name);
      return ok(rows.map((each) => toRun(each, row.value.draftHash)));
    },

    publication: (by, name) => engine.studioTools.look(by, name),

    async publish(by, name, request) {
      const published = await engine.studioTools.publish(by, name, request);
      if (!published.ok) return published;
      await apply(by.workspaceId);
      return show(deps, by, name);
    },

    async retire(by, name) {
      const retired = await engine.studioTools.retire(by, name);
      if (!retired.ok) return retired;
      await apply(by.workspaceId);
      return show(deps, by, name);
    },

    async versions(by, name) {
      const row = await open(deps, by, name);
      return row.ok ? ok((await listStudioVersions(kysely, by.workspaceId, name)).map(toVersion)) : row;
    },

    async restore(by, name, version, draftVersion) {
      const row = await open(deps, by, name);
      if (!row.ok) return row;
      const versions = await listStudioVersions(kysely, by.workspaceId, name);
      const found = versions.find((each) => each.version === version);
      return found ? store(deps, by, name, draftOf(found), draftVersion) : refuse("NOT_FOUND", "There is no such version.");
    },
  };
}

async function createDraft(deps: AdminDeps, by: Principal, { name, draft }: CreateStudioTool): Promise<Result<StudioTool>> {
  const { kysely } = deps.database;
  const refused = refuseOthers(by);
  if (refused) return refused;
  const { workspaceId } = by;
  const taken = refuseName(name, studioSource({ workspaceId, name }), await listTools(kysely, workspaceId));
  const errors = [
    ...(taken ? [{ path: "/name", message: taken.reason.replace(/ Give the connection a prefix\.$/, "") }] : []),
    ...findDraftFaults(name, draft),
  ];
  if (errors.length > 0) return refuse("INVALID_INPUT", "This tool is not valid.", { errors });
  const tool = { workspaceId, name, draft: canonicalJson(draft as JsonObject), draftHash: draftHash(draft) };
  if (!(await insertStudioTool(kysely, tool, by)))
    return refuse("INVALID_STATE", `There is a tool named ${name} in the studio already.`);
  return show(deps, by, name);
}

async function runDraft(
  deps: AdminDeps,
  by: Principal,
  name: string,
  { input, draftVersion, confirm }: RunStudioTool,
  signal: AbortSignal,
): Promise<Result<StudioRun>> {
  const { engine, run } = deps;
  const { kysely } = deps.database;
  const found = await open(deps, by, name);
  if (!found.ok) return found;
  const row = found.value;
  if (row.draftVersion !== draftVersion) return WAS_FIRST;
  const { source, inputSchema, access, limits } = draftOf(row);
  const checked = await engine.checks.validateInput(by, JSON.stringify(inputSchema), input, "/input");
  if (!checked.ok) return checked;
  const errors = checked.value;
  if (errors.length > 0) return refuse("INVALID_INPUT", "The input does not match the tool's schema. Nothing ran.", { errors });
  if ((access.writes || access.destructive) && access.network !== "none" && confirm !== true) {
    const why = [{ path: "/confirm", message: "must be true: the tool can write, and a test run sends real requests" }];
    return refuse("INVALID_INPUT", "A test run of this tool must be confirmed.", { errors: why });
  }
  const [stop] = await findStops(kysely, [by.workspaceId]);
  if (stop) return refuse("FORBIDDEN", "The emergency stop is on in this workspace, so test runs are stopped too.");
  const ended = await untilStopped(deps, by.workspaceId, signal, (until) => run({ source, input, access, limits }, until));
  if (ended === undefined)
    return refuse("UNAVAILABLE", "Too many tools of the Tool Studio are running. Try again in a few seconds.");
  const stored = await insertStudioRun(
    kysely,
    {
      workspaceId: by.workspaceId,
      name,
      id: newId(),
      draftHash: row.draftHash,
      ok: ended.ok,
      input: canonicalJson(input),
      output: ended.ok ? canonicalJson(ended.output) : null,
      error: ended.ok ? null : JSON.stringify(ended.error),
      logs: JSON.stringify(ended.logs),
      requests: JSON.stringify(ended.requests),
      durationMs: ended.durationMs,
    },
    by,
  );
  return ok(toRun(stored, row.draftHash));
}

/** Returns the row to an administrator, otherwise a refusal. */
async function open({ database: { kysely } }: AdminDeps, by: Principal, name: string): Promise<Result<StudioToolRow>> {
  const refused = refuseOthers(by);
  if (refused) return refused;
  const row = await findStudioTool(kysely, by.workspaceId, name);
  return row ? ok(row) : NOT_FOUND;
}

async function show(deps: AdminDeps, by: Principal, name: string): Promise<Result<StudioTool>> {
  const row = await open(deps, by, name);
  return row.ok ? ok(toStudioTool(row.value)) : row;
}

async function store(
  deps: AdminDeps,
  by: Principal,
  name: string,
  draft: StudioDraft,
  seenVersion: number,
): Promise<Result<StudioTool>> {
  const { kysely } = deps.database;
  const tool = { workspaceId: by.workspaceId, name, draft: canonicalJson(draft as JsonObject), draftHash: draftHash(draft) };
  return (await updateStudioDraft(kysely, { ...tool, seenVersion }, by)) ? show(deps, by, name) : WAS_FIRST;
}

/** Runs the task, such as a test run, and aborts it on an emergency stop, whichever process received that. */
async function untilStopped<T>(
  { database: { kysely } }: AdminDeps,
  workspaceId: string,
  signal: AbortSignal,
  task: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopped = new AbortController();
  const look = async (): Promise<void> => {
    if ((await findStops(kysely, [workspaceId])).length > 0) stopped.abort();
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return task(AbortSignal.any([signal, stopped.signal])).finally(() => clearInterval(timer));
}
