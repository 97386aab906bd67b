import { approvalFor } from "../../core/group-approval.ts";
import { hasRole } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { lockAuditHead } from "../../store/statements/audit-events.ts";
import { readProtections, toProtected } from "../../store/statements/protections.ts";
import { listTools, type ToolRow } from "../../store/statements/tools.ts";
import { acceptedColumns } from "../catalog/accepted-columns.ts";
import { findSettingFaults, toColumns } from "./check-settings.ts";
import type { EngineDeps } from "../deps.ts";
import type { ToolAdmin } from "../../ports/policy.ts";
import { findCallableTools } from "./gateway-tools.ts";
import { storeSettings } from "./store-settings.ts";
import { toTool, toToolOfAgent } from "../actions/to-wire.ts";

export function createToolAdmin({ database }: EngineDeps): Pick<ToolAdmin, "list" | "change"> {
  const { kysely } = database;

  return {
    async list(by) {
      if (by.kind === "worker") return refuse("FORBIDDEN", "A worker registers tools; it does not list them.");
      if (by.kind === "agent")
        return ok(
          (await findCallableTools(kysely, by)).map((row) =>
            toToolOfAgent({ ...row, approval: approvalFor(row, row.agent.groups) }),
          ),
        );
      return ok((await listTools(kysely, by.workspaceId)).map(toTool));
    },

    async change(by, name, request) {
      if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator changes a tool's settings.");
      const { confirm, acceptDefinition, ...settings } = request;
      const result = await kysely.transaction().execute(async (trx): Promise<Result<ToolRow>> => {
        await lockAuditHead(trx, by.workspaceId);
        const before = await readProtections(trx, by.workspaceId);
        const tool = before.rows.find((row) => row.name === name);
        if (!tool) return refuse("NOT_FOUND", `There is no tool named ${name}.`);
        const others = before.rows.filter((row) => row !== tool);
        const errors = await findSettingFaults(trx, tool, others, settings);
        if (errors.length > 0)
          return refuse("INVALID_INPUT", "These settings can not be used; nothing was changed.", { errors });
        const accepted = acceptDefinition === undefined ? ok({}) : acceptedColumns(tool, acceptDefinition, confirm);
        if (!accepted.ok) return accepted;
        const values = { ...accepted.value, ...toColumns({ ...tool, ...accepted.value }, settings) };
        if (Object.keys(values).length === 0) return ok(tool);

        // Accepting a definition confirms that the tool may be called, but not other settings, nor that rules use its rating.
        const counted = {
          ...tool,
          ...(acceptDefinition !== undefined && tool.vetting !== "unvetted" ? { vetting: "vetted" as const } : {}),
        };
        const judged = judgeLowering(
          { ...before, tools: [...others, counted].map(toProtected) },
          { ...before, tools: [...others, { ...counted, ...values }].map(toProtected) },
          confirm,
        );
        if (judged.refusal) return { ok: false, refusal: judged.refusal };
        return ok(await storeSettings(trx, by, tool, values, judged.lowered));
      });
      if (!result.ok) return result;
      database.notify(by.workspaceId);
      return ok(toTool(result.value));
    },
  };
}
