import { randomBytes } from "node:crypto";
import type { JsonObject, Outcome } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { insertGrantPass, useGrantPass } from "../store/statements/grant-passes.ts";
import { findAction } from "../store/statements/read-actions.ts";
import type { EngineDeps } from "./deps.ts";
import type { Engine } from "./engine.ts";
import { toOutcome } from "./outcome.ts";
import { toAction } from "./to-wire.ts";

const LIFETIME_SECONDS = 300;

const callDigest = (toolName: string, toolInput: JsonObject): string => sha256Hex(canonicalJson({ toolName, toolInput }));

/**
 * Asked once, however many layers a call passes: a chat of ours that has put a call to a person gives the next layer a pass. The
 * pass stands for that action and for nothing else; whoever shows it is told about the action, which runs by its own claim, so
 * a pass can never make it run twice.
 */
export function createGrantPasses({ database }: EngineDeps): Pick<Engine, "grantPass" | "askWithPass"> {
  const { kysely } = database;
  return {
    async grantPass(by, id) {
      const action = await findAction(kysely, by.workspaceId, id);
      if (!action || by.kind !== "agent" || action.proposedBy !== by.id)
        return refuse("NOT_FOUND", "You have no action with this id.");
      const token = randomBytes(32).toString("base64url");
      const { workspaceId, toolName } = action;
      await insertGrantPass(
        kysely,
        {
          workspaceId,
          tokenHash: sha256Hex(token),
          actionId: id,
          agentId: by.id,
          toolName,
          digest: callDigest(toolName, toAction(action).toolInput),
        },
        LIFETIME_SECONDS,
      );
      return ok(token);
    },

    async askWithPass(by, { toolName, toolInput }, token): Promise<Result<Outcome>> {
      const id = await useGrantPass(kysely, {
        workspaceId: by.workspaceId,
        tokenHash: sha256Hex(token),
        agentId: by.id,
        toolName,
        digest: callDigest(toolName, toolInput),
      });
      const action = id === undefined ? undefined : await findAction(kysely, by.workspaceId, id);
      if (!action)
        return refuse("FORBIDDEN", "This pass was used, is over, or is not for this call; the call has to be asked.");
      return ok(toOutcome(toAction(action)));
    },
  };
}
