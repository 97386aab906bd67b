import type { StudioDraft } from "@countersign/protocol";
import { findAccessFaults } from "../../core/studio-access.ts";
import { rateDraft } from "../../core/studio-tool.ts";
import { templateFaults } from "../../engine/policy/check-settings.ts";
import { findSchemaFault } from "../../engine/catalog/find-schema-fault.ts";

/** Returns all faults of a draft except those in its source, which a run shows. Paths are those of the request. */
export function findDraftFaults(name: string, draft: StudioDraft): { path: string; message: string }[] {
  const { inputSchema, access, risk, promptTemplate } = draft;
  const schemaFault = findSchemaFault(inputSchema);
  const { risk: level } = rateDraft(name, access);
  return [
    ...(schemaFault === undefined ? [] : [{ path: "/inputSchema", message: schemaFault }]),
    ...findAccessFaults(access),
    ...(risk !== null && risk < level
      ? [
          {
            path: "/risk",
            message: `is at least ${level} because of the tool's network access and name`,
          },
        ]
      : []),
    ...templateFaults(promptTemplate),
  ].map(({ path, message }) => ({ path: `/draft${path}`, message }));
}
