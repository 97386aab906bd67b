import type { JsonObject } from "@countersign/protocol";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { ToolRow } from "../../store/statements/tools.ts";
import { levelColumns } from "./rated-columns.ts";
import { findingsOf } from "../policy/tool-to-wire.ts";
import { columnsOfDefinition } from "./upstream-definition.ts";

/** Returns the columns that change if exactly this definition is accepted, or why it cannot be accepted. */
export function acceptedColumns(tool: ToolRow, fingerprint: string, confirm: boolean | undefined): Result<Partial<ToolRow>> {
  if (tool.definition === null || tool.vetting === "vetted" || tool.vetting === "gone") {
    return refuse("INVALID_STATE", "This tool has no definition to accept.");
  }
  if (tool.fingerprint !== fingerprint) {
    return refuse(
      "DIGEST_MISMATCH",
      "The definition changed since it was shown. Read the tool again and accept the current definition.",
    );
  }
  const dangers = findingsOf(tool).filter(({ severity }) => severity === "danger");
  if (dangers.length > 0 && confirm !== true) {
    const errors = [{ path: "/confirm", message: `must be true: ${dangers.map(({ message }) => message).join(" ")}` }];
    return refuse("INVALID_INPUT", "Accepting a definition with findings must be confirmed.", { errors });
  }
  const vetted = { vettedFingerprint: fingerprint };
  const definition = JSON.parse(tool.definition) as JsonObject;
  return ok({
    ...columnsOfDefinition(definition),
    vetting: "vetted" as const,
    acceptedDefinition: tool.definition,
    acceptedFingerprint: fingerprint,
    definitionHash: fingerprint,
    ...vetted,
    ...levelColumns({ ...tool, ...vetted }),
  });
}
