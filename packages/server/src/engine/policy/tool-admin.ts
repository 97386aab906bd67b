import type { Tool } from "@countersign/protocol";
import { sha256Hex } from "../../core/digest.ts";
import { approvalFor } from "../../core/group-approval.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { findToolWidget } from "../../store/statements/tool-widgets.ts";
import { listTools } from "../../store/statements/tools.ts";
import type { EngineDeps } from "../deps.ts";
import type { ToolAdmin } from "../../ports/policy.ts";
import { changeTools, type OneToolChange } from "./change-tools.ts";
import { findCallableTools } from "./gateway-tools.ts";
import { toTool, toToolOfAgent } from "../actions/to-wire.ts";

export function createToolAdmin({ database }: EngineDeps): Pick<ToolAdmin, "list" | "widget" | "change" | "changeMany"> {
  const { kysely } = database;

  const change = async (
    by: Principal,
    changes: readonly OneToolChange[],
    confirm: boolean | undefined,
    placeOf: (n: number) => string,
  ): Promise<Result<Tool[]>> => {
    if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can change a tool's settings.");
    const result = await kysely.transaction().execute((trx) => changeTools(trx, by, changes, { confirm, placeOf }));
    if (!result.ok) return result;
    database.notify(by.workspaceId);
    return ok(result.value.map(toTool));
  };

  return {
    async list(by) {
      if (by.kind === "worker") return refuse("FORBIDDEN", "A worker key can register tools, but cannot list them.");
      if (by.kind === "agent")
        return ok(
          (await findCallableTools(kysely, by)).map((row) =>
            toToolOfAgent({ ...row, approval: approvalFor(row, row.agent.groups) }),
          ),
        );
      return ok((await listTools(kysely, by.workspaceId)).map(toTool));
    },

    async widget(by, sha256) {
      if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can load widgets.");
      const html = await findToolWidget(kysely, by.workspaceId, sha256);
      // Hashed again: the tool's definition hash covers the hash, not the stored text.
      if (html === undefined || sha256Hex(html) !== sha256) return refuse("NOT_FOUND", "There is no widget with this SHA-256.");
      return ok(html);
    },

    async change(by, name, { confirm, ...settings }) {
      const changed = await change(by, [{ ...settings, name }], confirm, () => "");
      return changed.ok ? ok(changed.value[0]!) : changed;
    },

    changeMany: (by, { tools, confirm }) => change(by, tools, confirm, (n) => `/tools/${n}`),
  };
}
