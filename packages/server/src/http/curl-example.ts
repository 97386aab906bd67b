import { z } from "zod";
import type { Audience } from "./audience.ts";
import type { Route } from "./route.ts";

/** Where a caller of each kind keeps its key; null for a route that needs none. */
const KEYS = {
  public: null,
  anyone: "TOKEN",
  member: "TOKEN",
  reader: "TOKEN",
  approver: "TOKEN",
  admin: "TOKEN",
  agent: "AGENT_KEY",
  worker: "WORKER_KEY",
} as const satisfies Record<Audience, string | null>;

/**
 * The route as a command for a POSIX shell. What a person has to fill in stands in angle brackets. Undefined for a route that only a
 * signed-in browser may call.
 */
export function curlExample(route: Route): string | undefined {
  if (route.needsSignIn) return undefined;
  const { method, path, who, query, body, answers } = route;
  const key = KEYS[who];
  const needed = Object.entries(query?.shape ?? {}).filter(
    ([, schema]) => !z.safeParse(schema as z.ZodType, undefined).success,
  );
  const search = needed.map(([name]) => `${name}=<${name}>`).join("&");
  const url = `$URL${path.replaceAll(/\{(\w+)\}/g, "<$1>")}${search === "" ? "" : `?${search}`}`;
  const isStream = Object.values(answers).some(({ contentType }) => [contentType].flat().includes("text/event-stream"));
  const options = [
    ...(isStream ? ["-N"] : []),
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(key === null ? [] : [`-H "Authorization: Bearer $${key}"`]),
    ...(body ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(exampleOf(inputSchema(body)))}'`] : []),
  ];
  return [`curl "${url}"`, ...options].join(" \\\n  ");
}

const FORMATS: ReadonlyMap<string | undefined, string> = new Map([
  ["date-time", "2027-01-31T09:00:00Z"],
  ["email", "ada@example.com"],
  ["uri", "https://example.com"],
]);

type JsonSchema = z.core.JSONSchema.JSONSchema;

const inputSchema = (body: z.ZodObject): JsonSchema =>
  z.toJSONSchema(body, { target: "draft-2020-12", unrepresentable: "any", io: "input", reused: "inline" });

/** The keys that an object must have, with a value of the right kind each; the first key if it may have none. */
function exampleOf(schema: JsonSchema, name = "value"): unknown {
  const { const: fixed, enum: choices, type, anyOf, oneOf, properties = {}, required = [], items } = schema;
  if (fixed !== undefined) return fixed;
  if (choices) return choices[0];
  const [variant] = anyOf ?? oneOf ?? [];
  if (isSchema(variant)) return exampleOf(variant, name);
  if (type === "object") {
    const [first] = Object.keys(properties);
    const keys = required.length > 0 || first === undefined ? required : [first];
    return Object.fromEntries(keys.map((key) => [key, isSchema(properties[key]) ? exampleOf(properties[key], key) : {}]));
  }
  if (type === "array") return isSchema(items) ? [exampleOf(items, name)] : [];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  return FORMATS.get(schema.format) ?? `<${name}>`;
}

const isSchema = (schema: unknown): schema is JsonSchema => typeof schema === "object" && schema !== null;
