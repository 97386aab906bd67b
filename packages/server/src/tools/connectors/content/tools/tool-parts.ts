import type { Json, JsonObject, ToolDefinition } from "@countersign/protocol";
import {
  ToolFailure,
  type Described,
  type ExecutionContext,
  type LookupResult,
  type ServerTool,
  type TargetNow,
  type ToolScope,
} from "../../../../ports/tool.ts";
import { ABSENT, refOfTarget, stateOf } from "../change/describe-plan.ts";
import { changedParts } from "../change/merge-change.ts";
import { ChangesNothing, PathTaken, type Plan } from "../change/plan-change.ts";
import type { ContentSource, Look, WriteContext, Written } from "../content-source.ts";

/** Keeps the tools of different sources apart. */
export interface Naming {
  /** Prefix of each tool's name, such as `payload_`. */
  prefix: string;
  /** Prefix of each group's name: `content` gives `content-data-objects-write`. */
  group: string;
}

export interface ContentToolOptions extends Naming {
  source: ContentSource;
}

export interface WriteTool {
  definition: Omit<ToolDefinition, "effect"> & { group: string };
  /** True: a person approves each call. False: the call runs at once and is recorded. */
  gated: boolean;
  plan(input: JsonObject, look: Look): Promise<Plan>;
  describe(plan: Plan, input: JsonObject, look: Look): Promise<Described>;
  write(plan: Plan, input: JsonObject, context: WriteContext): Promise<Written | undefined>;
  carryOver?: ServerTool["carryOver"];
}

export const lookOf = (scope: ToolScope): Look => scope;

/** A tool that writes one element. The change is planned in full on describe and again, over the same version, on execution. */
export function writeTool({ source, prefix, group }: ContentToolOptions, tool: WriteTool): ServerTool {
  const { definition, gated, carryOver } = tool;
  const lookIn = ({ workspaceId, proposedBy, transaction }: ExecutionContext): Look => ({
    workspaceId,
    ...(proposedBy && { by: proposedBy }),
    ...(transaction && { transaction }),
  });

  return {
    definition: {
      ...definition,
      name: `${prefix}${definition.name}`,
      group: `${group}-${definition.group}`,
      effect: source.effect,
    },
    approval: gated ? "required" : "never",

    async describe(input, scope) {
      const look = lookOf(scope);
      return tool.describe(await tool.plan(input, look), input, look);
    },

    async readTarget(target, scope): Promise<TargetNow> {
      const element = await source.find(refOfTarget(target), lookOf(scope));
      if (!element) return { snapshot: ABSENT, current: null, isGone: true };
      return { snapshot: element.version, current: stateOf(element.path, element), isGone: false };
    },

    async execute(input, context) {
      const look = lookIn(context);
      const plan = await tool.plan(input, look).catch((error: unknown) => {
        // The input was valid over the approved version, so something has changed since.
        if (error instanceof ToolFailure && error.code === "invalid") throw new ToolFailure("stale", error.message, error.path);
        throw error;
      });
      if ((plan.element?.version ?? ABSENT) !== context.snapshot) throw stale(plan);
      await needApprovers(source, plan, look, context.approvedBy ?? []);
      const written = await tool.write(plan, input, { ...look, actionId: context.actionId, signal: context.signal });
      if (!written) throw stale(plan);
      return { id: written.id, revision: written.revision } satisfies JsonObject as Json;
    },

    ...(source.effect === "reconcilable" && {
      lookup: async (input: JsonObject, context: ExecutionContext) => lookUp(source, tool, input, context, lookIn(context)),
    }),
    ...(carryOver && { carryOver }),
  };
}

const stale = ({ path }: Plan): ToolFailure =>
  new ToolFailure("stale", `${path} changed since the proposal; nothing was written.`);

/** Refuses if an approver has lost the right since, or never had it for this folder. */
async function needApprovers(source: ContentSource, plan: Plan, look: Look, people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const right = plan.element ? "edit" : "create";
  const rights = plan.publish === undefined ? ([right] as const) : ([right, "publish"] as const);
  for (const one of rights) {
    if (!(await source.may(one, plan, look, people)))
      throw new ToolFailure(
        "forbidden",
        `The person who approved this has no permission to ${one} in this folder; nothing was written.`,
      );
  }
}

/** After an interrupted attempt: an element at the approved version was not written; one in the planned state was. */
async function lookUp(
  source: ContentSource,
  tool: WriteTool,
  input: JsonObject,
  context: ExecutionContext,
  look: Look,
): Promise<LookupResult> {
  if (context.target === null) return { happened: "unknown" };
  const element = await source.find(refOfTarget(context.target), look);
  if ((element?.version ?? ABSENT) === context.snapshot) return { happened: false };
  if (!element) return { happened: "unknown" };
  const isDone = await tool.plan(input, look).then(
    ({ next }) => changedParts(element, next).length === 0,
    (error: unknown) =>
      error instanceof ChangesNothing || (error instanceof PathTaken && changedParts(element, error.next).length === 0),
  );
  return isDone ? { happened: true, result: { id: element.id, revision: element.revision } } : { happened: "unknown" };
}
