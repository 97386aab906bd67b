import { createHash } from "node:crypto";
import type { JsonObject, ToolDefinition } from "@countersign/protocol";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 of the UTF-8 bytes, as 64 hex digits. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * Names exactly what would run. A decision is bound to it and execution computes it again, so whatever changes in between,
 * the tool included, withdraws the approval.
 */
export const actionDigest = (call: {
  workspaceId: string;
  toolName: string;
  /** `definitionHash` of the tool. */
  toolHash: string;
  /** The effective input: the proposed one with the edits over it. */
  input: JsonObject;
  target: string | null;
  snapshot: string | null;
}): string =>
  sha256Hex(
    canonicalJson({
      workspace: call.workspaceId,
      tool: call.toolName,
      definition: call.toolHash,
      input: call.input,
      target: call.target,
      snapshot: call.snapshot,
    }),
  );

/**
 * Names what a reviewer relies on when they read a tool's name. Group and risk are left out: they are administration, and
 * changing them must not withdraw what is pending.
 */
export const definitionHash = (definition: ToolDefinition): string =>
  sha256Hex(
    canonicalJson({
      name: definition.name,
      title: definition.title ?? null,
      description: definition.description,
      inputSchema: definition.inputSchema,
      effect: definition.effect ?? "unsafe",
      protectedKeys: [...new Set(definition.protectedKeys ?? [])].sort(),
      timeoutSeconds: definition.timeoutSeconds ?? 300,
      // Only where it is set: the hashes of all other tools stay what they are.
      ...(definition.batchKey !== undefined && { batchKey: definition.batchKey }),
    }),
  );
