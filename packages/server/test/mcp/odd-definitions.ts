import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { Client } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { fc } from "../../../../test/support/property.ts";

/** A definition that every client accepts. */
export const sound = (name: string): JsonObject => ({
  name,
  title: "Sound",
  description: "Reads a note by its number and answers with its text.",
  inputSchema: { type: "object", properties: { id: { type: "integer", description: "Which note" } }, required: ["id"] },
  outputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  annotations: { title: "Sound", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  icons: [{ src: "https://example.com/a.png", mimeType: "image/png", sizes: ["48x48"], theme: "light" }],
  execution: { taskSupport: "optional" },
  _meta: { "example/kept": [1, { a: null }] },
});

/** Definitions of real servers that made clients reject the whole list. */
export const SEEN: Readonly<Record<string, JsonObject>> = {
  "no inputSchema": { inputSchema: undefined as never },
  "inputSchema null": { inputSchema: null },
  "inputSchema of a list": { inputSchema: [] },
  "inputSchema of type array": { inputSchema: { type: "array" } },
  "title 7": { title: 7 },
  "title null": { title: null },
  "annotations x": { annotations: "x" },
  "readOnlyHint yes": { annotations: { readOnlyHint: "yes" } },
  "_meta a text": { _meta: "x" },
  "icons a text": { icons: "x.png" },
  "icons without src": { icons: [{ mimeType: "image/png" }, { src: 7 }] },
  "execution true": { execution: true },
  "taskSupport always": { execution: { taskSupport: "always" } },
  "outputSchema of type array": { outputSchema: { type: "array", items: { type: "string" } } },
  "outputSchema that does not compile": { outputSchema: { type: "object", properties: { a: { $ref: "#/nowhere" } } } },
  "outputSchema with a bad pattern": { outputSchema: { type: "object", properties: { a: { pattern: "(" } } } },
  "outputSchema that names a part": { outputSchema: { type: "object", $defs: { a: { $id: "urn:a", type: "string" } } } },
  "properties a true": { inputSchema: { type: "object", properties: { a: true, b: false } } },
  "properties a list": { inputSchema: { type: "object", properties: [] } },
  "required a text": { inputSchema: { type: "object", required: "id" } },
  "description 7": { description: 7 },
  "description null": { description: null },
  "no name": { name: undefined as never },
  "name 7": { name: 7 },
};

const junk: fc.Arbitrary<Json | undefined> = fc.constantFrom<(Json | undefined)[]>(
  undefined,
  null,
  true,
  false,
  0,
  7.5,
  "",
  "x",
  "object",
  [],
  [null],
  [7],
  ["id", "id"],
  [{}],
  {},
  { a: true },
  { a: 7 },
  { type: "array" },
  { type: ["object"] },
  { type: "object", properties: { a: true } },
  { $ref: "#/nowhere" },
  { $id: "urn:x", $defs: { y: { $id: "urn:x" } } },
  { $schema: 7 },
  { $schema: "http://json-schema.org/draft-04/schema#", type: "object" },
  { pattern: "(" },
  { src: [] },
  { __proto__: 7 } as never,
);

/** Every path of a sound definition, and some further paths of the protocol. */
const PLACES: readonly (readonly string[])[] = [
  ...placesIn(sound("x")),
  ["annotations", "audience"],
  ["inputSchema", "$schema"],
  ["outputSchema", "$schema"],
  ["inputSchema", "additionalProperties"],
  ["inputSchema", "properties", "extra"],
  ["outputSchema", "properties", "extra"],
  ["icons", "1"],
  ["unknown"],
].filter((place) => place.join() !== "name");

function placesIn(value: Json, before: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [[...before, key], ...placesIn(one, [...before, key])]);
}

/** A sound definition with one to three places replaced or removed. */
export const mutated: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(fc.constantFrom(...PLACES), junk), { minLength: 1, maxLength: 3 })
  .map((changes) => changes.reduce((definition, [place, value]) => setAt(definition, place, value), sound("odd")));

function setAt(root: JsonObject, place: readonly string[], value: Json | undefined): JsonObject {
  const copy = structuredClone(root);
  let holder: Json = copy;
  for (const key of place.slice(0, -1)) {
    const next: Json | undefined = (holder as JsonObject)[key];
    if (typeof next !== "object" || next === null) return copy;
    holder = next;
  }
  if (!isJsonObject(holder) && !Array.isArray(holder)) return copy;
  const last = place.at(-1) ?? "";
  if (value !== undefined) (holder as JsonObject)[last] = value;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as JsonObject)[last];
  return copy;
}

const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
const ANSWERS: Readonly<Record<string, JsonObject>> = {
  initialize: { protocolVersion: "2025-11-25", capabilities: CAPABILITIES, serverInfo: { name: "list", version: "1" } },
  "server/discover": {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: CAPABILITIES,
    serverInfo: { name: "list", version: "1" },
    ttlMs: 0,
    cacheScope: "private",
  },
};

/** A transport to an in-process server that answers every list with the result of `list`. */
function answering(list: (method: string) => JsonObject): Transport {
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    async send(message) {
      const { id, method } = message as { id?: number; method?: string };
      if (id === undefined || method === undefined) return;
      const result = ANSWERS[method] ?? { resultType: "complete", ttlMs: 0, cacheScope: "private", ...list(method) };
      queueMicrotask(() => transport.onmessage?.({ jsonrpc: "2.0", id, result } as never));
    },
  };
  return transport;
}

/** The official clients for 2025-11-25 and for both eras. Each returns the names of the tools it accepted. */
export async function officialClients(list: (method: string) => JsonObject) {
  const legacy = new LegacyClient({ name: "test", version: "1" });
  await legacy.connect(answering(list));
  const both = await Promise.all(
    ["legacy" as const, { pin: "2026-07-28" }].map(async (mode) => {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
      await client.connect(answering(list) as never);
      return client;
    }),
  );
  return [legacy, ...both] as const;
}
