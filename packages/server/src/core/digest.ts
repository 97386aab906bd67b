import { createHash } from "node:crypto";
import { WIDGET_HEIGHT_PX, type Json, type ToolDefinition, type ToolWidget } from "@countersign/protocol";
import { canonicalJson, canonicalWith } from "./canonical-json.ts";

/** SHA-256 of the UTF-8 bytes, as 64 hex digits. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** SHA-256 of the canonical JSON, so the order of keys does not matter. */
export const sha256OfJson = (value: Json): string => sha256Hex(canonicalJson(value));

/**
 * Identifies exactly what would run. A decision is bound to this digest and execution recomputes it, so any change in between,
 * including one of the tool, invalidates the approval.
 */
export const actionDigest = (call: {
  workspaceId: string;
  toolName: string;
  /** `definitionHash` of the tool. */
  toolHash: string;
  /** Canonical JSON of the effective input: the proposed input merged with the edits. */
  input: string;
  target: string | null;
  snapshot: string | null;
}): string =>
  sha256Hex(
    canonicalWith(
      {
        workspace: call.workspaceId,
        tool: call.toolName,
        definition: call.toolHash,
        target: call.target,
        snapshot: call.snapshot,
      },
      { input: call.input },
    ),
  );

/** A widget as its tool's row names it. */
export const widgetOf = ({ html, height = WIDGET_HEIGHT_PX.default }: ToolWidget) => ({ sha256: sha256Hex(html), height });

/**
 * Identifies what a reviewer relies on when they read a tool's name. Excludes group and risk: they are administrative, and
 * changing them must not invalidate pending actions.
 */
export const definitionHash = (definition: ToolDefinition): string =>
  sha256OfJson({
    name: definition.name,
    title: definition.title ?? null,
    description: definition.description,
    inputSchema: definition.inputSchema,
    effect: definition.effect ?? "unsafe",
    protectedKeys: [...new Set(definition.protectedKeys ?? [])].sort(),
    timeoutSeconds: definition.timeoutSeconds ?? 300,
    // Included only if set, so that the hashes of all other tools stay the same.
    ...(definition.batchKey !== undefined && { batchKey: definition.batchKey }),
    ...(definition.widget !== undefined && { widget: { ...widgetOf(definition.widget) } }),
  });
