import {
  isCallableState,
  DEFAULT_LIMITS,
  type JsonObject,
  type UpstreamToolSettings,
  type VettingState,
} from "@countersign/protocol";
import type { Insertable, Kysely } from "kysely";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { isVetted } from "../../core/tool-levels.ts";
import { fingerprintOf } from "../../core/vet.ts";
import { wellFormed } from "../../core/well-formed.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { listTools, type ToolRow } from "../../store/statements/tools.ts";
import { findFirstBeyond, noteFirstBeyond } from "../../store/statements/upstream-targets.ts";
import { withdrawActions } from "../../store/statements/withdraw-actions.ts";
import type { Schema, ToolTable } from "../../store/schema.ts";
import { findSettingFaults, toColumns } from "../check-settings.ts";
import type { EngineDeps } from "../deps.ts";
import { judgeTools, type JudgedTool } from "./judge-tools.ts";
import type { PolicyEngine, SyncedTools, ToolUpstream } from "../policy-engine.ts";
import { ratedColumns } from "./rated-columns.ts";
import { findingsOf } from "../tool-to-wire.ts";

/** A row that changes between look and lock is looked at again; more than that means somebody keeps at it. */
const MOST_ROUNDS = 10;

/** Stores what an upstream lists, as far as it can be vouched for. */
export function createUpstreamTools(deps: EngineDeps): Pick<PolicyEngine, "syncUpstreamTools"> {
  const { database } = deps;

  async function sync(trx: Kysely<Schema>, upstream: ToolUpstream, tools: readonly JsonObject[]): Promise<SyncedTools> {
    await lockAuditHead(trx, upstream.workspaceId);
    const all = await listTools(trx, upstream.workspaceId);
    const { judged, refused, beyond } = judgeTools(upstream, tools, all);
    if (beyond.length > 0)
      deps.log("warn", "an upstream lists more tools than maxTools; the rest is withheld", {
        upstream: upstream.name,
        listed: tools.length,
        withheld: beyond.length,
      });
    const rows: ToolRow[] = [];
    // Trust was given to what the server listed then; what it adds is looked at.
    const isFirst = !all.some(({ source }) => source === upstream.source);
    if (isFirst && beyond.length > 0) await noteFirstBeyond(trx, upstream, beyond.flatMap(printOf));
    const first = isFirst ? new Set() : await findFirstBeyond(trx, upstream);
    const isLater = ({ fingerprint }: JudgedTool): boolean =>
      upstream.trust === "trusted" && !isFirst && !first.has(fingerprint);
    for (const tool of judged) {
      const row = all.find(({ name }) => name === tool.name);
      const stored = row ? await renew(trx, upstream, row, tool) : await add(trx, upstream, tool, isLater(tool));
      rows.push(await applySettings(trx, upstream, stored, tool.ownName, all));
    }
    const listed = new Set(rows.map(({ name }) => name));
    for (const row of all) {
      if (row.source === upstream.source && !listed.has(row.name) && row.vetting !== "gone") await lose(trx, row);
    }
    return {
      stored: rows.filter(({ vetting }) => isCallableState(vetting)).map(({ name }) => name),
      withheld: [...refused, ...rows.filter(({ vetting }) => !isCallableState(vetting)).map(toWithheld)],
    };
  }

  /** What the file says of a tool counts as often as it changes; faults in it leave the tool as it is. */
  async function applySettings(
    trx: Kysely<Schema>,
    upstream: ToolUpstream,
    row: ToolRow,
    ownName: string,
    all: readonly ToolRow[],
  ): Promise<ToolRow> {
    const own = upstream.toolSettings ?? {};
    const settings = Object.hasOwn(own, ownName) ? own[ownName] : undefined;
    const settingsHash = settings === undefined ? null : sha256Hex(canonicalJson(settings as JsonObject));
    if (settings === undefined || !isCallableState(row.vetting) || row.settingsHash === settingsHash) return row;
    const given: UpstreamToolSettings =
      settings.approvalWhen && settings.approval === undefined ? { ...settings, approval: "when" } : settings;
    const others = all.filter(({ name }) => name !== row.name);
    const faults = await findSettingFaults(trx, row, others, given);
    if (faults.length > 0) {
      deps.log("warn", "the settings of a tool in the configuration can not be used", { toolName: row.name, faults });
      return row;
    }
    const values = { ...toColumns(row, given), settingsHash };
    const stored = await update(trx, row, values);
    await tell(trx, "tool.settings_changed", row, { ...values, from: "configuration file" });
    return stored;
  }

  return {
    async syncUpstreamTools(upstream, tools) {
      const synced = await database.kysely.transaction().execute((trx) => sync(trx, upstream, tools));
      const withheld = await database.kysely
        .selectFrom("tool")
        .select("name")
        .where("workspaceId", "=", upstream.workspaceId)
        .where("source", "=", upstream.source)
        .where("vetting", "in", ["changed", "withheld"])
        .execute();
      // After the commit: from here on nothing new is proposed or approved against the old definition.
      const names = withheld.map(({ name }) => name);
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        if ((await withdrawActions(database.kysely, upstream.workspaceId, names)).length === 0) break;
      }
      database.notify(upstream.workspaceId);
      return synced;
    },
  };
}

const REASONS = {
  vetted: "",
  unvetted: "",
  changed: "Its definition changed since it was accepted. Look at the change and accept it.",
  withheld: "What was found in its definition has to be looked at first.",
  gone: "Its server no longer lists it.",
} as const satisfies Record<VettingState, string>;

const ADDED_LATER = "Its server added it after its first list. Look at it and accept it.";

const toWithheld = (row: ToolRow) => ({
  name: row.name,
  reasons: [
    row.vetting === "withheld" && findingsOf(row).every(({ severity }) => severity !== "danger")
      ? ADDED_LATER
      : REASONS[row.vetting],
    ...findingsOf(row).map(({ message }) => message),
  ],
});

const printOf = (definition: JsonObject): string[] => {
  const formed = wellFormed("tool", definition);
  return "item" in formed ? [fingerprintOf(formed.item)] : [];
};

const isDanger = (tool: JudgedTool): boolean => tool.findings.some(({ severity }) => severity === "danger");

async function add(trx: Kysely<Schema>, upstream: ToolUpstream, tool: JudgedTool, isLater: boolean): Promise<ToolRow> {
  const isAccepted = !isLater && !isDanger(tool);
  const vouched = { trusted: upstream.trust === "trusted", fingerprint: tool.fingerprint, vettedFingerprint: null };
  const vetting: VettingState = isAccepted ? acceptedState(vouched) : "withheld";
  const values: Insertable<ToolTable> = {
    ...tool.columns,
    ...seenColumns(tool),
    ...ratedColumns(tool.rating, undefined, vouched),
    trusted: vouched.trusted,
    workspaceId: upstream.workspaceId,
    name: tool.name,
    source: upstream.source,
    upstream: upstream.name,
    upstreamName: tool.ownName,
    effect: "unsafe",
    approval: tool.runsByDefault ? "never" : "required",
    groupNames: ["default"],
    protectedKeys: [],
    timeoutSeconds: callSecondsOf(upstream),
    previews: false,
    enabled: true,
    definitionHash: tool.fingerprint,
    vetting,
    acceptedDefinition: isAccepted ? tool.definition : null,
    acceptedFingerprint: isAccepted ? tool.fingerprint : null,
  } as Insertable<ToolTable>;
  const row = await trx.insertInto("tool").values(values).returningAll().executeTakeFirstOrThrow();
  await tell(trx, isAccepted ? "tool.registered" : "tool.withheld", row, {
    source: row.source,
    upstream: upstream.name,
    fingerprint: tool.fingerprint,
    ...told(row),
    findings: tool.findings,
  });
  return row;
}

const callSecondsOf = ({ limits = DEFAULT_LIMITS }: ToolUpstream): number => limits.callSeconds;

const seenColumns = (tool: JudgedTool) => ({
  definition: tool.definition,
  fingerprint: tool.fingerprint,
  findings: JSON.stringify(tool.findings),
});

/** The state of a tool whose definition is the accepted one. */
const acceptedState = (vouched: Parameters<typeof isVetted>[0]): VettingState => (isVetted(vouched) ? "vetted" : "unvetted");

const told = ({ risk, ratedRisk, approval, vetting }: ToolRow) => ({ risk, ratedRisk, approval, vetting });

async function renew(trx: Kysely<Schema>, upstream: ToolUpstream, row: ToolRow, tool: JudgedTool): Promise<ToolRow> {
  const { vettedFingerprint } = row;
  const vouched = { trusted: upstream.trust === "trusted", fingerprint: tool.fingerprint, vettedFingerprint };
  const vetting: VettingState =
    row.acceptedFingerprint === tool.fingerprint
      ? acceptedState(vouched)
      : row.acceptedFingerprint === null
        ? "withheld"
        : "changed";
  const isNew = row.fingerprint !== tool.fingerprint;
  const values = {
    ...seenColumns(tool),
    ...ratedColumns(tool.rating, row, vouched),
    trusted: vouched.trusted,
    upstream: upstream.name,
    timeoutSeconds: callSecondsOf(upstream),
    vetting,
    // What was let run without a person was the former definition, in every group.
    ...(vetting === "changed" && row.vetting !== "changed"
      ? { approval: "required" as const, approvalSet: false, neverIn: [], settingsHash: null }
      : {}),
    ...(isCallableState(vetting) && !row.approvalSet
      ? { approval: tool.runsByDefault ? ("never" as const) : ("required" as const) }
      : {}),
  };
  const isSame = Object.entries(values).every(([key, value]) => same(row[key as keyof ToolRow], value));
  if (isSame) return row;
  const stored = await update(trx, row, values);
  const stays = vetting === row.vetting || (isCallableState(vetting) && isCallableState(row.vetting));
  const kind = stays && !isNew ? "tool.rescored" : KINDS[vetting];
  await tell(trx, kind, row, {
    was: row.acceptedFingerprint,
    fingerprint: tool.fingerprint,
    ...told(stored),
    findings: tool.findings,
  });
  return stored;
}

const KINDS = {
  vetted: "tool.returned",
  unvetted: "tool.returned",
  changed: "tool.changed",
  withheld: "tool.withheld",
  gone: "tool.gone",
} as const satisfies Record<VettingState, string>;

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((one, n) => one === b[n]) : a === b;

async function lose(trx: Kysely<Schema>, row: ToolRow): Promise<void> {
  await update(trx, row, { vetting: "gone" });
  await tell(trx, KINDS.gone, row, { fingerprint: row.fingerprint });
}

const update = (trx: Kysely<Schema>, row: ToolRow, values: Partial<Insertable<ToolTable>>): Promise<ToolRow> =>
  trx
    .updateTable("tool")
    .set({ ...values, updatedAt: new Date() })
    .where("workspaceId", "=", row.workspaceId)
    .where("name", "=", row.name)
    .returningAll()
    .executeTakeFirstOrThrow();

const tell = (trx: Kysely<Schema>, kind: string, row: ToolRow, data: object) =>
  appendAuditEvent(trx, {
    workspaceId: row.workspaceId,
    kind,
    by: SYSTEM,
    data: { name: row.name, ...data },
    settings: [["tool", row.name]],
  });
