import type { JsonObject } from "@countersign/protocol";
import type { ServerTool } from "../../../../ports/tool.ts";
import { describePlan, titleOf } from "../change/describe-plan.ts";
import { planChange } from "../change/plan-change.ts";
import { idOf, oneOf, strings } from "./input.ts";
import { writeTool, type ContentToolOptions, type WriteTool } from "./tool-parts.ts";
import { writeOf } from "./update-tools.ts";

const TAGGED = ["object", "asset", "document"] as const;
const element = {
  kind: { enum: [...TAGGED], description: "Kind of the element" },
  id: { type: "string", minLength: 1, maxLength: 100, description: "Id of the element" },
};
const tagIds = (description: string) => ({
  type: "array",
  items: { type: "string" },
  maxItems: 100,
  uniqueItems: true,
  description,
});
const tagId = { type: "string", minLength: 1, maxLength: 100, description: "Id of the tag" };

export const tagTools = (options: ContentToolOptions): ServerTool[] => [
  writeTool(
    options,
    tagTool(options, {
      definition: {
        name: "propose_tag_assignment",
        title: "Propose tags for an element",
        description: "Proposes tags to put on elements and to take off them. Nothing is written before a person approves it.",
        inputSchema: {
          type: "object",
          properties: { ...element, add: tagIds("Ids of tags to put on it"), remove: tagIds("Ids of tags to take off it") },
          required: ["kind", "id"],
          anyOf: [{ required: ["add"] }, { required: ["remove"] }],
          additionalProperties: false,
        },
        group: "tags-write",
        batchKey: "proposals",
      },
      gated: true,
      tags: (input) => ({ add: strings(input, "add"), remove: strings(input, "remove") }),
      places: { set: "", tags: "/add" },
    }),
  ),
  directTool(options, "assign_tag", "Put a tag on an element", (id) => ({ add: [id], remove: [] })),
  directTool(options, "unassign_tag", "Take a tag off an element", (id) => ({ add: [], remove: [id] })),
];

interface TagTool {
  definition: Omit<WriteTool["definition"], "risk" | "protectedKeys">;
  gated: boolean;
  tags(input: JsonObject): { add: string[]; remove: string[] };
  places: { set: string; tags: string };
}

const directTool = (
  options: ContentToolOptions,
  name: string,
  title: string,
  tags: (id: string) => ReturnType<TagTool["tags"]>,
) =>
  writeTool(
    options,
    tagTool(options, {
      definition: {
        name,
        title,
        description: `${title} at once, without approval.`,
        inputSchema: {
          type: "object",
          properties: { ...element, tag: tagId },
          required: ["kind", "id", "tag"],
          additionalProperties: false,
        },
        group: "tags-direct-write",
      },
      gated: false,
      tags: (input) => tags(idOf(input, "tag")),
      places: { set: "", tags: "/tag" },
    }),
  );

const tagTool = ({ source }: ContentToolOptions, { definition, gated, tags, places }: TagTool): WriteTool => ({
  definition: { ...definition, risk: 2, protectedKeys: ["kind", "id"] },
  gated,
  // Tags are added and removed one by one, so other changes never conflict.
  carryOver: (input) => ({ input, conflicts: [] }),
  plan: (input, look) =>
    planChange(source, { kind: oneOf(input, "kind", TAGGED), id: idOf(input) }, { tags: tags(input) }, places, look),
  describe: (plan, input, look) => {
    const { add, remove } = tags(input);
    const parts = [
      ...(add.length > 0 ? [`Adds ${count(add)}`] : []),
      ...(remove.length > 0 ? [`${add.length > 0 ? "removes" : "Removes"} ${count(remove)}`] : []),
    ];
    return describePlan(source, plan, look, { title: titleOf("Tag", plan), summary: parts.join(", ") });
  },
  write: (plan, _input, context) => source.write(writeOf(plan), context),
});

const count = ({ length }: readonly string[]): string => (length === 1 ? "1 tag" : `${length} tags`);
