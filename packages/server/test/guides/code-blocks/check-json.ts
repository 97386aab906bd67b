import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NOTIFIED_EVENTS, questionSchema, type Json, type JsonObject } from "@countersign/protocol";
import type { z } from "zod";
import { CLIENTS, UNKNOWN_COMMAND_LINE } from "../../../../inbox/src/features/admin/agents/client-config.ts";
import type { Notice } from "../../../src/ports/channel.ts";
import { allConnectors } from "../../../src/tools/connectors/all-connectors.ts";
import { httpSettings } from "../../../src/tools/connectors/http/settings.ts";
import { webhookConnector } from "../../../src/tools/connectors/webhook/webhook-connector.ts";
import { findRequestFaults } from "./check-requests.ts";
import { root, type Block } from "./read-pages.ts";

/** What a block of JSON can be; the first form that has all keys checks the block. */
interface Form {
  keys: readonly string[];
  check(value: JsonObject, block: Block): string[] | Promise<string[]>;
}

const faultsOf = (parsed: z.ZodSafeParseResult<unknown>): string[] =>
  parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `/${path.join("/")}: ${message}`);

const [NO_SOURCES, NO_RECORDS] = [{}, {}] as unknown as Parameters<typeof allConnectors>;

/** A connection with the site's address in place of `$SITE`. */
function checkConnection(value: JsonObject): string[] {
  const { connector: name, settings, credentials } = filled(value) as JsonObject;
  const connector = allConnectors(NO_SOURCES, NO_RECORDS).find((each) => each.name === name);
  return [
    ...findRequestFaults("POST", "/api/connections", value),
    ...(connector === undefined
      ? [`there is no connector ${JSON.stringify(name)}`]
      : [...faultsOf(connector.settings.safeParse(settings)), ...faultsOf(connector.credentials.safeParse(credentials))]),
  ];
}

const filled = (value: Json): Json => JSON.parse(JSON.stringify(value).replaceAll("$SITE", "https://site.example.com")) as Json;

/** The message must have the keys and the types of what the connector sends with the least that may leave. */
async function checkWebhook(value: JsonObject): Promise<string[]> {
  const { type, data } = value as { type: string; data: JsonObject };
  const notice: Notice = {
    kind: type,
    at: "2026-01-01T00:00:00.000Z",
    actionId: "a",
    seq: 1,
    url: "https://example.com",
    status: "approved",
    version: 1,
    words: "w",
  };
  let sent = "";
  const open = {
    workspaceId: "w",
    settings: { url: "https://example.com/hook" },
    credentials: { secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` },
    fetch: (_address: string, { body }: { body: string }) => {
      sent = body;
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  };
  const message = { key: "k", workspace: { id: "w", name: "W" }, notices: [notice], to: null };
  await webhookConnector.channel?.send(open as never, message as never, new AbortController().signal);
  const real = JSON.parse(sent) as { data: JsonObject };
  const shape = (object: JsonObject): string =>
    JSON.stringify(
      Object.entries(object)
        .map(([key, part]) => [key, typeof part])
        .sort(),
    );
  return [
    ...(NOTIFIED_EVENTS.some((event) => event === type) ? [] : [`there is no event ${type}`]),
    ...(shape(real as never) === shape(value) ? [] : [`a message has ${shape(real as never)}`]),
    ...(shape(real.data) === shape(data) ? [] : [`the data of a message have ${shape(real.data)}`]),
  ];
}

/** The program must be one that the SDK builds, and its time limit one that leaves it time to answer. */
function checkHook(value: JsonObject): string[] {
  const groups = (
    value["hooks"] as unknown as { PreToolUse: { matcher: string; hooks: { command: string; timeout: number }[] }[] }
  ).PreToolUse;
  return groups.flatMap(({ hooks }) =>
    hooks.flatMap(({ command, timeout }) => {
      const built = /@countersign\/sdk\/dist\/(.*)\.js/.exec(command)?.[1];
      const source = `packages/sdk/src/${built ?? ""}.ts`;
      return [
        ...(built !== undefined && existsSync(join(root, source)) ? [] : [`${command} is no program of the SDK`]),
        ...(timeout > DEFAULT_WAIT_SECONDS + 15 ? [] : ["the time limit ends before the hook answers"]),
      ];
    }),
  );
}

const HOOK = readFileSync(join(root, "packages/sdk/src/adapters/claude-code/bin.ts"), "utf8");
const DEFAULT_WAIT_SECONDS = Number(/waitSeconds = (\d+)/.exec(HOOK)?.[1]);

const beginsWith = (value: JsonObject, key: string, prefix: string): string[] => {
  const given = value[key];
  return typeof given === "string" && given.startsWith(prefix) ? [] : [`${key} begins with ${prefix}`];
};

/** The program refuses faults itself; here each key must be one that it reads. */
function checkHookSettings(value: JsonObject): string[] {
  const [, body = ""] = /interface Settings \{(.*?)\}/s.exec(HOOK) ?? [];
  const known = [...body.matchAll(/(\w+):/g)].map(([, name]) => name);
  return [
    ...Object.keys(value)
      .filter((key) => !known.includes(key))
      .map((key) => `the hook reads no ${key}`),
    ...beginsWith(value, "agentKey", "csa_"),
    ...beginsWith(value, "workerKey", "csw_"),
  ];
}

/** The settings must be those that the inbox shows for a client. */
function checkClient(value: JsonObject, { text }: Block): string[] {
  const url = /http:\/\/[^"]*\/mcp/.exec(text)?.[0] ?? "";
  const shown = CLIENTS.filter(({ id }) => !["claude-code", "codex"].includes(id)).map(({ config }) =>
    JSON.stringify(JSON.parse(config(url, "csa_…", UNKNOWN_COMMAND_LINE, "Agent key"))),
  );
  return shown.includes(JSON.stringify(value)) ? [] : ["the inbox shows no such settings for any client"];
}

const checkCall = ({ name, arguments: given }: JsonObject): string[] =>
  typeof name === "string" && typeof given === "object" && given !== null ? [] : ["a call has a name and arguments"];

const FORMS: readonly Form[] = [
  { keys: ["connector", "settings"], check: checkConnection },
  { keys: ["testUrl", "tools"], check: (value) => faultsOf(httpSettings.safeParse(value)) },
  { keys: ["toolName", "toolInput"], check: (value) => findRequestFaults("POST", "/api/pending-actions", value) },
  { keys: ["question", "form"], check: (value) => faultsOf(questionSchema.safeParse(value)) },
  {
    keys: ["version", "preview", "target"],
    check: (value) => findRequestFaults("POST", "/api/worker/previews/act_1", value),
  },
  { keys: ["type", "timestamp", "data"], check: checkWebhook },
  { keys: ["hooks"], check: checkHook },
  { keys: ["agentKey", "workerKey"], check: checkHookSettings },
  { keys: ["mcpServers"], check: checkClient },
  { keys: ["servers", "inputs"], check: checkClient },
  // Calls of the guide, which gate-an-mcp-server.int.test.ts makes.
  { keys: ["name", "arguments"], check: checkCall },
];

export async function checkJson(block: Block): Promise<string[]> {
  let value: JsonObject;
  try {
    value = JSON.parse(block.text) as JsonObject;
  } catch (error) {
    return [(error as Error).message];
  }
  const form = FORMS.find(({ keys }) => keys.every((key) => Object.hasOwn(value, key)));
  return form === undefined
    ? [`nothing here knows what has the keys ${Object.keys(value).join(", ")}`]
    : form.check(value, block);
}
