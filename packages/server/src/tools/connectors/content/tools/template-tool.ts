import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool } from "../../../../ports/tool.ts";
import { carryOver } from "../change/carry-over.ts";
import { describePlan, titleOf } from "../change/describe-plan.ts";
import { planChange, planCreation } from "../change/plan-change.ts";
import { findRenderFault, type RenderTemplate } from "../templates/template-data.ts";
import { string } from "./input.ts";
import { writeTool, type ContentToolOptions } from "./tool-parts.ts";
import { writeOf } from "./update-tools.ts";

const FIELDS = ["title", "source", "context", "sampleElement"] as const;

/** A template is rendered when it is proposed and after each edit, so that a broken one never reaches a reviewer. */
export const templateTool = (options: ContentToolOptions, render: RenderTemplate): ServerTool => {
  const { source } = options;
  const setOf = (input: JsonObject): JsonObject =>
    Object.fromEntries(FIELDS.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])));

  return writeTool(options, {
    definition: {
      name: "propose_template",
      title: "Propose a template",
      description:
        "Proposes new Twig templates, or changes to the templates at a path. They run in a sandbox: output is escaped, nothing is included or loaded. Nothing is written before a person approves it.",
      inputSchema: {
        type: "object",
        properties: {
          path: { type: "string", description: "Such as /newsletters/welcome", minLength: 2, maxLength: 500 },
          title: { type: "string", minLength: 1, maxLength: 200 },
          source: { type: "string", description: "Twig", minLength: 1, maxLength: 65_536 },
          context: { type: "object", description: "Sample data for the template; the reviewer sees the result" },
          sampleElement: {
            type: ["string", "null"],
            description:
              "Id of an element whose fields fill the template by name, such as `name.en`; the reviewer sees the result and can choose other elements",
            minLength: 1,
            maxLength: 100,
          },
        },
        required: ["path"],
        anyOf: FIELDS.map((key) => ({ required: [key] })),
        additionalProperties: false,
      },
      group: "templates-write",
      risk: 3,
      protectedKeys: ["path"],
      batchKey: "proposals",
    },
    gated: true,
    carryOver(input, then, now) {
      const { path, ...set } = input;
      const { input: kept, conflicts } = carryOver("set", { set }, then, now);
      return { input: isJsonObject(kept?.["set"]) ? { path: path ?? null, ...kept["set"] } : null, conflicts };
    },
    async plan(input, look) {
      const ref = { kind: "template", path: string(input, "path") } as const;
      const places = { set: "" };
      const element = await source.find(ref, look);
      if (element) return planChange(source, { kind: "template", id: element.id }, { set: setOf(input) }, places, look);
      return planCreation(source, { ...ref, type: "template", set: setOf(input) }, places, look);
    },
    async describe(plan, _input, look) {
      const fault = await findRenderFault(plan.next.value, { render, source }, look);
      if (fault !== undefined) throw new ToolFailure("invalid", fault, "/source");
      return describePlan(source, plan, look, { title: titleOf(plan.element ? "Change" : "Create", plan) });
    },
    write: (plan, _input, context) =>
      plan.element
        ? source.write(writeOf(plan), context)
        : source.create({ kind: plan.kind, type: plan.type.name, path: plan.path, next: plan.next }, context),
  });
};
