import type { JsonObject } from "@countersign/protocol";
import type { ServerTools } from "../../packages/server/src/core/tool-port.ts";

/** About 1 KB of arguments, the same that the peer's bench proposes. */
export const recordInput = (recordId: string): JsonObject => ({ recordId, note: "x".repeat(1000) });

/** A tool that does nothing, so that what is measured is the gate. */
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
