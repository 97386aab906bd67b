import type { ChangeWorkspaceSettings, WorkspaceSettings } from "@countersign/protocol";
import { requireConfirm } from "../core/judge-lowering.ts";
import { waitSecondsOf } from "../core/new-approver-wait.ts";
import { hasRole, type Principal } from "../core/principal.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import type { People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";

/** Reads the settings of the whole workspace. */
export async function readWorkspaceSettings(people: People, by: Principal): Promise<Result<WorkspaceSettings>> {
  if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can read the workspace settings.");
  return ok(await read(people, by.workspaceId));
}

export async function changeWorkspaceSettings(
  people: People,
  by: Principal,
  { newApproverWaitSeconds, confirm }: ChangeWorkspaceSettings,
): Promise<Result<WorkspaceSettings>> {
  if (!hasRole(by, "admin")) return refuse("FORBIDDEN", "Only an administrator can change the workspace settings.");
  return people.transaction().execute(async (transaction) => {
    const { workspaceId } = by;
    await transaction.selectFrom("workspace").select("id").where("id", "=", workspaceId).forNoKeyUpdate().execute();
    const was = await read(transaction, workspaceId);
    const now = {
      newApproverWaitSeconds: newApproverWaitSeconds === undefined ? was.newApproverWaitSeconds : newApproverWaitSeconds,
    };
    if (now.newApproverWaitSeconds === was.newApproverWaitSeconds) return ok(was);
    const isShorter =
      waitSecondsOf({ setSeconds: now.newApproverWaitSeconds }) < waitSecondsOf({ setSeconds: was.newApproverWaitSeconds });
    const { lowered, refusal } = requireConfirm(
      isShorter ? ["approval rules count raised roles and new teams sooner"] : [],
      confirm,
    );
    if (refusal) return { ok: false, refusal };
    await transaction.updateTable("workspace").set(now).where("id", "=", workspaceId).execute();
    const data = { ...now, ...(lowered.length > 0 ? { lowered } : {}) };
    await recordChange(transaction, { workspaceId, kind: "workspace.changed", actor: by, data, settings: [["workspace"]] });
    return ok(now);
  });
}

const read = (people: People, workspaceId: string): Promise<WorkspaceSettings> =>
  people.selectFrom("workspace").select("newApproverWaitSeconds").where("id", "=", workspaceId).executeTakeFirstOrThrow();
