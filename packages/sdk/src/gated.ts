import type { Effect, Json, JsonObject, Outcome, Preview, Risk, ToolDefinition } from "@countersign/protocol";
import { type Duration, readDuration } from "./duration.ts";
import { type HandlerContext, keepHandler, type LookupAnswer } from "./handlers.ts";
import { copyInput } from "./plain-json.ts";
import type { ChangeOrFaults } from "./proposed-change.ts";
import { type InputSchema, readJsonSchema, validateInput } from "./standard-schema.ts";

/** What a gated function does when called; given by the client. */
export type ProposeCall = (
  toolName: string,
  toolInput: JsonObject,
  options: Omit<CallOptions, "wait"> & { waitSeconds?: number },
) => Promise<Outcome>;

export interface CallOptions {
  /** Hold until the action is over, at most this long. Without it the call returns as soon as the proposal is stored. */
  wait?: Duration;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  /** Open checkpoint of this agent that collects the call's batch. */
  checkpointId?: string;
  /** One line in the agent's own words; shown as unverified. */
  caption?: string;
  /** Id of an action that a person sent back and this call answers: they are shown what changed since. */
  supersedes?: string;
  /** Default: a new one for each call. The same key with the same input is the same action. */
  idempotencyKey?: string;
  /** Ends waiting and retrying; a proposal that is stored stays. */
  signal?: AbortSignal;
}

interface Described {
  name: string;
  title?: string;
  description: string;
  /** Default `unsafe`. A worker is outside the server's database, so `transactional` is not among them. */
  effect?: Exclude<Effect, "transactional">;
  risk?: Risk;
  group?: string;
  /** Top-level keys that no edit may touch. */
  protectedKeys?: readonly string[];
  timeoutSeconds?: number;
  /** Agents call it with a list of inputs under this key, each an action of its own; the gated function still takes one. */
  batchKey?: string;
}

interface Handled<Input> {
  /** Reads only. When it fails, the reviewer sees the whole input and that the preview failed. */
  preview?: (input: Input) => Preview | Promise<Preview>;
  /**
   * Instead of `preview`: a dry run that says what the call would change, or what is wrong with it. Reads only. It is asked again when
   * the call runs, and a target that changed since ends it as `stale`.
   */
  describe?: (input: Input) => ChangeOrFaults | Promise<ChangeOrFaults>;
  execute: (input: Input, context: HandlerContext) => unknown;
  /** Asks the other side whether an earlier attempt took effect; required with effect `reconcilable`. */
  lookup?: (input: Input, context: { idempotencyKey: string }) => LookupAnswer | Promise<LookupAnswer>;
}

/** Input checked here and by the server, from one schema. */
export interface SchemaTool<Input, Output> extends Described, Handled<Output> {
  input: InputSchema<Input, Output>;
  /** Needed where the schema library gives no JSON Schema by itself. */
  inputSchema?: JsonObject;
}

/** Input checked by the server alone. */
export interface JsonSchemaTool extends Described, Handled<JsonObject> {
  inputSchema: JsonObject;
}

/** Proposes; never runs anything. */
export interface Gated<Input = never> {
  (input: Input, options?: CallOptions): Promise<Outcome>;
  readonly definition: Readonly<ToolDefinition>;
}

/** Splits a tool in two: the returned function can only propose, and the handler is kept where only a claim finds it. */
export function createGated<Input, Output>(
  tool: SchemaTool<Input, Output> | (JsonSchemaTool & { input?: undefined }),
  propose: ProposeCall,
): Gated<Input> {
  const { input: schema } = tool;
  const definition = freezeDeep(
    defineTool(tool, tool.inputSchema ?? (schema && readJsonSchema(tool.name, schema as InputSchema))),
  );
  const readInput = (input: JsonObject): Promise<unknown> =>
    schema ? validateInput(definition.name, schema as InputSchema<unknown, Output>, input) : Promise.resolve(input);

  const gated = async (input: Input, { wait, ...options }: CallOptions = {}): Promise<Outcome> => {
    const waitSeconds = wait === undefined ? undefined : readDuration(wait);
    const toolInput = copyInput(definition.name, input);
    // Validated on a copy: a schema that fills in defaults in place must not change what is proposed.
    await readInput(structuredClone(toolInput));
    const { batchKey } = definition;
    return propose(definition.name, batchKey === undefined ? toolInput : { [batchKey]: [toolInput] }, {
      ...options,
      ...(waitSeconds !== undefined && { waitSeconds }),
    });
  };
  Object.defineProperty(gated, "name", { value: definition.name });
  const result = Object.freeze(Object.assign(gated, { definition }));
  // `readInput` has proved that the handler's input is what its schema gives.
  const { preview, describe, execute, lookup } = tool as Handled<unknown>;
  keepHandler(result, { definition, readInput, preview, describe, execute, lookup });
  return result;
}

function defineTool(
  tool: Described & Pick<Handled<never>, "preview" | "describe" | "lookup">,
  inputSchema: JsonObject | undefined,
): ToolDefinition {
  const { name, title, description, effect, risk, group, protectedKeys, timeoutSeconds, batchKey } = tool;
  if (inputSchema === undefined)
    throw new TypeError(`${name} needs \`input\` (a Standard Schema) or \`inputSchema\` (a JSON Schema).`);
  if (effect === "reconcilable" && tool.lookup === undefined)
    throw new TypeError(`${name} has effect "reconcilable" and needs \`lookup\`.`);
  if (tool.preview !== undefined && tool.describe !== undefined)
    throw new TypeError(`${name} has both \`preview\` and \`describe\`; \`describe\` gives the preview, too.`);
  const given = { title, effect, risk, group, protectedKeys, timeoutSeconds, batchKey };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  // A copy: what is registered must not change with the caller's objects.
  return structuredClone({
    name,
    description,
    inputSchema,
    ...present,
    ...((tool.preview ?? tool.describe) && { previews: true }),
  });
}

function freezeDeep<T extends object>(value: T): T {
  for (const item of Object.values(value) as Json[]) if (typeof item === "object" && item !== null) freezeDeep(item);
  return Object.freeze(value);
}
