import {
  isCallableState,
  DEFAULT_LIMITS,
  type JsonObject,
  type UpstreamToolSettings,
  type VettingState,
} from "@countersign/protocol";
import type { Kysely } from "kysely";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256Hex } from "../../core/digest.ts";
import { isVetted } from "../../core/tool-levels.ts";
import { fingerprintOf } from "../../core/vet.ts";
import { wellFormed } from "../../core/well-formed.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import { findFirstBeyond, noteFirstBeyond } from "../../store/statements/upstream-targets.ts";
import type { Schema } from "../../store/schema.ts";
import { findSettingFaults, toColumns } from "../policy/check-settings.ts";
import type { EngineDeps } from "../deps.ts";
import type { ToolUpstream, UpstreamTools } from "../../ports/catalog.ts";
import { findingsOf } from "../policy/tool-to-wire.ts";
import { judgeTools, type JudgedTool } from "./judge-tools.ts";
import { isSetToAsk, ratedColumns } from "./rated-columns.ts";
import { reconcileSource, type ToolChange, type ToolSource } from "./reconcile-source.ts";

/** Stores the tools that an upstream lists; withholds those that an administrator must review first. */
export function createUpstreamTools({ database, log }: EngineDeps): UpstreamTools {
  /** Settings of a tool in the configuration file, if they changed. Faulty settings are logged and leave the tool as it is. */
  async function changeSettings(
    trx: Kysely<Schema>,
    upstream: ToolUpstream,
    row: ToolRow,
    ownName: string,
    all: readonly ToolRow[],
  ): Promise<ToolChange | undefined> {
    const own = upstream.toolSettings ?? {};
    const settings = Object.hasOwn(own, ownName) ? own[ownName] : undefined;
    const settingsHash = settings === undefined ? null : sha256Hex(canonicalJson(settings as JsonObject));
    if (settings === undefined || !isCallableState(row.vetting) || row.settingsHash === settingsHash) return undefined;
    const given: UpstreamToolSettings =
      settings.approvalWhen && settings.approval === undefined ? { ...settings, approval: "when" } : settings;
    const others = all.filter(({ name }) => name !== row.name);
    const faults = await findSettingFaults(trx, row, others, given);
    if (faults.length > 0) {
      log("warn", "the settings of a tool in the configuration cannot be used", { toolName: row.name, faults });
      return undefined;
    }
    const values = { ...toColumns(row, given), settingsHash };
    return { kind: "tool.settings_changed", values, data: () => ({ ...values, from: "configuration file" }) };
  }

  return {
    sync(upstream, tools) {
      const { workspaceId, source } = upstream;
      const lists: ToolSource = {
        workspaceId,
        source,
        by: SYSTEM,
        goneData: ({ fingerprint }) => ({ fingerprint }),
        endsActions: ({ vetting }) => vetting === "changed" || vetting === "withheld",
      };
      return reconcileSource(database, lists, async (trx, all, store) => {
        const { judged, refused, beyond } = judgeTools(upstream, tools, all);
        if (beyond.length > 0)
          log("warn", "an upstream lists more tools than maxTools; the rest is withheld", {
            upstream: upstream.name,
            listed: tools.length,
            withheld: beyond.length,
          });
        // Trust covers the first list of a server. A tool that the server adds later is withheld until a person accepts it.
        const isFirst = !all.some((row) => row.source === source);
        if (isFirst && beyond.length > 0) await noteFirstBeyond(trx, upstream, beyond.flatMap(printOf));
        const first = isFirst ? new Set() : await findFirstBeyond(trx, upstream);
        const isLater = ({ fingerprint }: JudgedTool): boolean =>
          upstream.trust === "trusted" && !isFirst && !first.has(fingerprint);
        const rows = await store(
          judged.map((tool) => ({
            name: tool.name,
            change: (row) => (row ? renew(upstream, row, tool) : add(upstream, tool, isLater(tool))),
            changeAfter: (row) => changeSettings(trx, upstream, row, tool.ownName, all),
          })),
        );
        return {
          stored: rows.filter(({ vetting }) => isCallableState(vetting)).map(({ name }) => name),
          withheld: [...refused, ...rows.filter(({ vetting }) => !isCallableState(vetting)).map(toWithheld)],
        };
      });
    },
  };
}

const REASONS = {
  vetted: "",
  unvetted: "",
  changed: "The definition changed since it was accepted. Review the change and accept it.",
  withheld: "The findings in the tool's definition must be reviewed first.",
  gone: "The server no longer lists this tool.",
} as const satisfies Record<VettingState, string>;

const ADDED_LATER = "The server added this tool later. Review and accept it.";

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

function add(upstream: ToolUpstream, tool: JudgedTool, isLater: boolean): ToolChange {
  const isAccepted = !isLater && !isDanger(tool);
  const vouched = { trusted: upstream.trust === "trusted", fingerprint: tool.fingerprint, vettedFingerprint: null };
  return {
    kind: isAccepted ? "tool.registered" : "tool.withheld",
    values: {
      ...tool.columns,
      ...seenColumns(upstream, tool),
      ...ratedColumns(tool.rating, undefined, vouched),
      upstreamName: tool.ownName,
      effect: "unsafe",
      approval: tool.runsByDefault ? "never" : "required",
      groupNames: ["default"],
      protectedKeys: [],
      previews: false,
      enabled: true,
      definitionHash: tool.fingerprint,
      vetting: isAccepted ? acceptedState(vouched) : "withheld",
      acceptedDefinition: isAccepted ? tool.definition : null,
      acceptedFingerprint: isAccepted ? tool.fingerprint : null,
    },
    data: (row) => ({ source: row.source, upstream: upstream.name, ...told(row, tool) }),
  };
}

const seenColumns = ({ name, trust, limits = DEFAULT_LIMITS }: ToolUpstream, tool: JudgedTool) => ({
  definition: tool.definition,
  fingerprint: tool.fingerprint,
  findings: JSON.stringify(tool.findings),
  trusted: trust === "trusted",
  upstream: name,
  timeoutSeconds: limits.callSeconds,
});

/** The state of a tool whose definition is the accepted one. */
const acceptedState = (vouched: Parameters<typeof isVetted>[0]): VettingState => (isVetted(vouched) ? "vetted" : "unvetted");

const told = ({ risk, ratedRisk, approval, vetting }: ToolRow, { fingerprint, findings }: JudgedTool) => ({
  fingerprint,
  risk,
  ratedRisk,
  approval,
  vetting,
  findings,
});

function renew(upstream: ToolUpstream, row: ToolRow, tool: JudgedTool): ToolChange {
  const { vettedFingerprint } = row;
  const vouched = { trusted: upstream.trust === "trusted", fingerprint: tool.fingerprint, vettedFingerprint };
  const vetting: VettingState =
    row.acceptedFingerprint === tool.fingerprint
      ? acceptedState(vouched)
      : row.acceptedFingerprint === null
        ? "withheld"
        : "changed";
  const isNew = row.fingerprint !== tool.fingerprint;
  const stays = vetting === row.vetting || (isCallableState(vetting) && isCallableState(row.vetting));
  return {
    kind: stays && !isNew ? "tool.rescored" : KINDS[vetting],
    values: {
      ...seenColumns(upstream, tool),
      ...ratedColumns(tool.rating, row, vouched),
      vetting,
      // An administrator's approval setting was for the former definition. The changed one requires approval in every group.
      ...(vetting === "changed" && row.vetting !== "changed"
        ? { approval: "required" as const, approvalSet: isSetToAsk(row), neverIn: [], settingsHash: null }
        : {}),
      ...(isCallableState(vetting) && !row.approvalSet
        ? { approval: tool.runsByDefault ? ("never" as const) : ("required" as const) }
        : {}),
    },
    data: (stored) => ({ was: row.acceptedFingerprint, ...told(stored, tool) }),
  };
}

const KINDS = {
  vetted: "tool.returned",
  unvetted: "tool.returned",
  changed: "tool.changed",
  withheld: "tool.withheld",
  gone: "tool.gone",
} as const satisfies Record<VettingState, string>;
