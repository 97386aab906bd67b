import type { JsonObject } from "@countersign/protocol";
import type { ServerTools } from "../../packages/server/src/ports/tool.ts";

/** About 1 KB of arguments, like those of the peer's bench. */
export const recordInput = (recordId: string): JsonObject => ({ recordId, note: "x".repeat(1000) });

/** A tool that does nothing, so that only the gate is measured. */
export function createRecordTool(onStart: (recordId: string) => void): ServerTools {
  return {
    name: "bench",
    tools: [
      {
        definition: {
          name: "write_record",
          description: "Writes a record",
          inputSchema: {
            type: "object",
            properties: { recordId: { type: "string" }, note: { type: "string" } },
            required: ["recordId", "note"],
            additionalProperties: false,
          },
        },
        approval: "required",
        describe: async () => ({ preview: { title: "Write a record" } }),
        execute: async (input) => {
          onStart(input["recordId"] as string);
          return "done";
        },
      },
    ],
  };
}
