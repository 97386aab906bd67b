import type {
  Effect,
  Json,
  JsonObject,
  Outcome,
  Preview,
  Risk,
  ToolDefinition,
  ToolWidget,
  MAX_WIDGET_BYTES as LimitOfServer,
} from "@countersign/protocol";
import type { OnQuestion } from "./answering.ts";
import { type Duration, readDuration } from "./duration.ts";
import { type HandlerContext, keepHandler, type LookupAnswer } from "./handlers.ts";
import { copyInput } from "./plain-json.ts";
import type { ChangeOrFaults } from "./proposed-change.ts";
import { type InputSchema, readJsonSchema, validateInput } from "./standard-schema.ts";

/** The server's limit. Only its type is imported, so that no schema library is loaded for it. */
const MAX_WIDGET_BYTES: typeof LimitOfServer = 262_144;

/** Sends a gated function's proposal; provided by the client. */
export type ProposeCall = (
  toolName: string,
  toolInput: JsonObject,
  options: Omit<CallOptions, "wait"> & { waitSeconds?: number },
) => Promise<Outcome>;

export interface CallOptions {
  /** Maximum time to wait for the action to finish. Without it, the call returns as soon as the proposal is stored. */
  wait?: Duration;
  missionId?: string;
  sessionId?: string;
  batchId?: string;
  /** Open checkpoint of this agent that collects the call's batch. */
  checkpointId?: string;
  /** One line in the agent's own words; shown as unverified. */
  caption?: string;
  /** Id of the refined action that this call answers; reviewers are shown what changed since. */
  supersedes?: string;
  /** Default: a new key for each call. The same key with the same input is the same action. */
  idempotencyKey?: string;
  /** Ends waiting and retrying. A stored proposal stays. */
  signal?: AbortSignal;
  /** Answers what people ask about the call during `wait`. Without it, the outcome has what is not replied to as `comments`. */
  onQuestion?: OnQuestion;
}

interface Described {
  name: string;
  title?: string;
  description: string;
  /** Default `unsafe`. `transactional` is excluded, because a worker is outside the server's database. */
  effect?: Exclude<Effect, "transactional">;
  risk?: Risk;
  group?: string;
  /** Top-level keys that edits must not change. */
  protectedKeys?: readonly string[];
  timeoutSeconds?: number;
  /** Agents pass a list of inputs under this key, each of which becomes an action; the gated function still takes one input. */
  batchKey?: string;
  /**
   * The tool's own drawing of its proposals: one HTML document with its scripts and styles, at most 256 KiB, shown in a sandboxed
   * frame beside the values. See `WidgetShow` for what it is sent. `height` in CSS pixels, until the widget reports its own.
   */
  widget?: ToolWidget;
}

interface Handled<Input> {
  /** Must only read. If it fails, the reviewer sees the whole input and that the preview failed. */
  preview?: (input: Input) => Preview | Promise<Preview>;
  /**
   * Replaces `preview`: a dry run that returns what the call would change, or its faults. Must only read. Runs again at
   * execution; if the target changed since the proposal, the action fails as `stale`.
   */
  describe?: (input: Input) => ChangeOrFaults | Promise<ChangeOrFaults>;
  execute: (input: Input, context: HandlerContext) => unknown;
  /** Asks the other side whether an earlier attempt took effect; required with effect `reconcilable`. */
  lookup?: (input: Input, context: { idempotencyKey: string }) => LookupAnswer | Promise<LookupAnswer>;
}

/** Tool whose input is validated here and by the server, from one schema. */
export interface SchemaTool<Input, Output> extends Described, Handled<Output> {
  input: InputSchema<Input, Output>;
  /** Required if the schema library does not provide a JSON Schema. */
  inputSchema?: JsonObject;
}

/** Tool whose input is validated by the server only. */
export interface JsonSchemaTool extends Described, Handled<JsonObject> {
  inputSchema: JsonObject;
}

/** Function that proposes calls and never runs them. */
export interface Gated<Input = never> {
  (input: Input, options?: CallOptions): Promise<Outcome>;
  readonly definition: Readonly<ToolDefinition>;
}

/** Splits a tool: the returned function can only propose, and the handler is stored where only a claim finds it. */
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
    // Validated on a copy: a schema that fills in defaults in place must not change the proposed input.
    await readInput(structuredClone(toolInput));
    const { batchKey } = definition;
    return propose(definition.name, batchKey === undefined ? toolInput : { [batchKey]: [toolInput] }, {
      ...options,
      ...(waitSeconds !== undefined && { waitSeconds }),
    });
  };
  Object.defineProperty(gated, "name", { value: definition.name });
  const result = Object.freeze(Object.assign(gated, { definition }));
  // The cast is safe: the handler is only called with the output of `readInput`.
  const { preview, describe, execute, lookup } = tool as Handled<unknown>;
  keepHandler(result, { definition, readInput, preview, describe, execute, lookup });
  return result;
}

function defineTool(
  tool: Described & Pick<Handled<never>, "preview" | "describe" | "lookup">,
  inputSchema: JsonObject | undefined,
): ToolDefinition {
  const { name, title, description, effect, risk, group, protectedKeys, timeoutSeconds, batchKey, widget } = tool;
  if (inputSchema === undefined)
    throw new TypeError(`${name} needs \`input\` (a Standard Schema) or \`inputSchema\` (a JSON Schema).`);
  if (effect === "reconcilable" && tool.lookup === undefined)
    throw new TypeError(`${name} has effect "reconcilable" and needs \`lookup\`.`);
  if (tool.preview !== undefined && tool.describe !== undefined)
    throw new TypeError(`${name} has both \`preview\` and \`describe\`; \`describe\` gives the preview, too.`);
  refuseWidget(name, widget);
  const given = { title, effect, risk, group, protectedKeys, timeoutSeconds, batchKey, widget };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  // Copied, so that later changes to the caller's objects do not change the registered definition.
  return structuredClone({
    name,
    description,
    inputSchema,
    ...present,
    ...((tool.preview ?? tool.describe) && { previews: true }),
  });
}

/** Checks type and size. The server also refuses a document that loads something. */
function refuseWidget(name: string, widget: { html: unknown } | undefined): void {
  if (widget === undefined) return;
  if (typeof widget.html !== "string" || widget.html === "")
    throw new TypeError(`${name}: \`widget.html\` must be the text of an HTML document.`);
  const bytes = new TextEncoder().encode(widget.html).length;
  if (bytes > MAX_WIDGET_BYTES)
    throw new TypeError(`${name}: \`widget.html\` has ${bytes} bytes; at most ${MAX_WIDGET_BYTES} are allowed.`);
}

function freezeDeep<T extends object>(value: T): T {
  for (const item of Object.values(value) as Json[]) if (typeof item === "object" && item !== null) freezeDeep(item);
  return Object.freeze(value);
}
