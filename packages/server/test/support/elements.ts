import type { Json, JsonObject } from "@countersign/protocol";
import { sha256Hex } from "../../src/core/digest.ts";
import { ToolFailure, type ExecutionContext, type ServerTool, type ServerTools, type ToolScope } from "../../src/ports/tool.ts";

/** Elements with fields, and the caller information that their tools received. */
export interface Elements {
  connector: ServerTools;
  fields: Map<string, JsonObject>;
  /** `ran`: inputs and contexts of handlers, in order. `looked`: scopes of all calls that only read. */
  ran: { input: JsonObject; context: ExecutionContext }[];
  looked: { by: string; scope: ToolScope }[];
  /** Set by a test to replace the tool's own `carryOver`. */
  carryOver: NonNullable<ServerTool["carryOver"]> | undefined;
}

const UNIT = {
  type: "object",
  properties: { id: { type: "string" }, fields: { $ref: "#/$defs/fields" } },
  required: ["id", "fields"],
  additionalProperties: false,
  $defs: {
    fields: {
      type: "object",
      properties: { price: { type: "integer", maximum: 1000 }, name: { type: "string" } },
      additionalProperties: false,
    },
  },
};

/** `propose_update` and `update` (ungated) take a batch under `proposals`; `read_element` reads. */
export function makeElements(): Elements {
  const fields = new Map<string, JsonObject>();
  const ran: Elements["ran"] = [];
  const looked: Elements["looked"] = [];
  const look = (by: string, scope: ToolScope): void => void looked.push({ by, scope });
  const snapshotOf = (id: string): string => sha256Hex(JSON.stringify(fields.get(id) ?? null));
  const change = (name: string, approval: ServerTool["approval"]): ServerTool => ({
    approval,
    definition: {
      name,
      description: `Changes elements: ${name}`,
      inputSchema: UNIT,
      batchKey: "proposals",
      effect: "reconcilable",
      risk: 2,
    },
    describe: async (input, scope) => {
      look("describe", scope);
      const id = input["id"] as string;
      const current = fields.get(id);
      if (!current) throw new ToolFailure("invalid", "there is no such element", "/id");
      return {
        preview: { title: `Change ${id}` },
        target: `element:${id}`,
        snapshot: snapshotOf(id),
        current,
        proposed: { ...current, ...(input["fields"] as JsonObject) },
      };
    },
    readTarget: async (target, scope) => {
      look("readTarget", scope);
      const id = target.slice("element:".length);
      return { snapshot: snapshotOf(id), current: fields.get(id) ?? null, isGone: !fields.has(id) };
    },
    carryOver: (input, then, now) => {
      if (elements.carryOver) return elements.carryOver(input, then, now);
      const wanted = Object.entries(input["fields"] as JsonObject);
      const moved = (key: string) => JSON.stringify((then as JsonObject)[key]) !== JSON.stringify((now as JsonObject)[key]);
      const left = wanted.filter(([key]) => !moved(key));
      const conflicts = wanted.filter(([key]) => moved(key)).map(([key]) => `/fields/${key}`);
      return { input: left.length === 0 ? null : { ...input, fields: Object.fromEntries(left) }, conflicts };
    },
    execute: async (input, context) => {
      ran.push({ input, context });
      const id = input["id"] as string;
      fields.set(id, { ...fields.get(id), ...(input["fields"] as JsonObject) });
      return { id };
    },
    lookup: async (_input, { workspaceId, proposedBy }) => {
      look("lookup", { workspaceId, by: proposedBy });
      return { happened: "unknown" };
    },
  });
  const elements: Elements = {
    fields,
    ran,
    looked,
    carryOver: undefined,
    connector: {
      name: "elements",
      tools: [
        change("propose_update", "required"),
        change("update", "never"),
        {
          approval: "never",
          definition: { name: "read_element", description: "Reads", inputSchema: { type: "object" }, risk: 0 },
          describe: async () => ({ preview: { title: "Read" } }),
          execute: async (_input, context) => {
            look("read", { workspaceId: context.workspaceId, by: context.proposedBy });
            return Object.fromEntries(fields) as Json;
          },
        },
      ],
    },
  };
  return elements;
}
