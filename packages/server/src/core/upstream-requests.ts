import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";

/** Requests to an upstream other than tool calls. The gate treats each as a tool, with settings, policies and approvals. */
const REQUEST_METHODS = ["resources/read", "resources/subscribe", "prompts/get", "completion/complete"] as const;
export type RequestMethod = (typeof REQUEST_METHODS)[number];

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "object", additionalProperties: text };
const objectOf = (properties: JsonObject, required: string[]): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const uri: JsonObject = { type: "string", description: "The address of the resource, as its server lists it" };

interface RequestTool {
  /** Server capability required for this request. */
  capability: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
}

const TOOLS: Readonly<Record<RequestMethod, RequestTool>> = {
  "resources/read": {
    capability: "resources",
    title: "Read a resource",
    description: "Reads a resource that this server lists and returns its contents.",
    inputSchema: objectOf({ uri }, ["uri"]),
  },
  "resources/subscribe": {
    capability: "resources",
    title: "Subscribe to a resource",
    description: "Notifies the agent of changes to a resource of this server while its session lasts.",
    inputSchema: objectOf({ uri }, ["uri"]),
  },
  "prompts/get": {
    capability: "prompts",
    title: "Get a prompt",
    description: "Returns the messages of a prompt that this server lists, with the given arguments.",
    inputSchema: objectOf(
      {
        name: { type: "string", description: "The prompt's name at its server" },
        arguments: { ...texts, description: "Arguments of the prompt" },
      },
      ["name"],
    ),
  },
  "completion/complete": {
    capability: "completions",
    title: "Complete an argument",
    description: "Asks this server for completions of an argument of its prompt or resource template.",
    inputSchema: objectOf(
      {
        ref: {
          description: "The prompt or the resource template",
          ...objectOf({ type: { enum: ["ref/prompt", "ref/resource"] }, name: text, uri: text }, ["type"]),
        },
        argument: {
          description: "The argument's name and the text typed so far",
          ...objectOf({ name: text, value: text }, ["name", "value"]),
        },
        context: { description: "Arguments that are already known", ...objectOf({ arguments: texts }, []) },
      },
      ["ref", "argument"],
    ),
  },
};

/** The source of an upstream's tools. Ids of workspaces contain no `/`, so no two upstreams have the same. */
export const upstreamSource = (workspaceId: string, name: string): string => `mcp:${workspaceId}/${name}`;

/** Upstream names cannot contain `#`, so no upstream can register a tool under this source. */
const MARK = "#requests";
export const requestSourceOf = (source: string): string => `${source}${MARK}`;
export const isRequestSource = (source: string): boolean => source.endsWith(MARK);
/** The upstream's source, given the source of its tools or of its requests. */
export const upstreamSourceOf = (source: string): string => (isRequestSource(source) ? source.slice(0, -MARK.length) : source);

export const isRequestMethod = (name: string): name is RequestMethod => (REQUEST_METHODS as readonly string[]).includes(name);

/** The request tool's name after the prefix, such as `resources_read`. Documents and administrators' rules use this form. */
export const requestToolName = (method: string): string => method.replaceAll("/", "_");

/** Tool definitions for the requests that a server with these capabilities supports. The texts are ours, never the server's. */
export const requestTools = (capabilities: JsonObject): JsonObject[] =>
  REQUEST_METHODS.filter((method) => isJsonObject(capabilities[TOOLS[method].capability]))
    .filter((method) => method !== "resources/subscribe" || subscribes(capabilities))
    .map((method) => {
      const { title, description, inputSchema } = TOOLS[method];
      return { name: method, title, description, inputSchema, annotations: { readOnlyHint: true } };
    });

export const subscribes = ({ resources }: JsonObject): boolean => isJsonObject(resources) && resources["subscribe"] === true;

/** Keeps only the parameters that the protocol names; nothing else is sent upstream. */
export function knownParams(method: RequestMethod, params: JsonObject): JsonObject {
  const properties = TOOLS[method].inputSchema["properties"];
  return isJsonObject(properties) ? pick(properties, params) : {};
}

function pick(properties: JsonObject, from: JsonObject): JsonObject {
  const picked: Record<string, Json> = {};
  for (const [key, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(from, key) ? from[key] : undefined;
    if (value === undefined) continue;
    const inner = isJsonObject(schema) ? schema["properties"] : undefined;
    picked[key] = isJsonObject(inner) && isJsonObject(value) ? pick(inner, value) : value;
  }
  return picked;
}

/** The lists of an upstream, each fetched only if needed. */
export interface Listed {
  resources(): Promise<readonly JsonObject[]>;
  templates(): Promise<readonly JsonObject[]>;
  prompts(): Promise<readonly JsonObject[]>;
}

/** Whether a request concerns something that its upstream lists; no other request is sent to it. */
export async function isListed(method: RequestMethod, params: JsonObject, listed: Listed): Promise<boolean> {
  const has = async (items: Promise<readonly JsonObject[]>, key: string, value: unknown): Promise<boolean> =>
    typeof value === "string" && (await items).some((item) => item[key] === value);
  if (method === "prompts/get") return has(listed.prompts(), "name", params["name"]);
  if (method === "completion/complete") {
    const ref = isJsonObject(params["ref"]) ? params["ref"] : {};
    if (ref["type"] === "ref/prompt") return has(listed.prompts(), "name", ref["name"]);
    return has(listed.templates(), "uriTemplate", ref["uri"]);
  }
  const uri = params["uri"];
  if (typeof uri !== "string") return false;
  if (await has(listed.resources(), "uri", uri)) return true;
  return (await listed.templates()).some(
    ({ uriTemplate }) => typeof uriTemplate === "string" && fitsTemplate(uriTemplate, uri),
  );
}

/** Whether a URI could match a template: compares the literal parts between expressions, in order. */
function fitsTemplate(template: string, uri: string): boolean {
  const parts = template.split(/\{[^}]*\}/);
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = uri.indexOf(part, at);
    if (found < 0 || found + part.length > uri.length - last.length) return false;
    at = found + part.length;
  }
  return parts.length > 1 || template === uri;
}
