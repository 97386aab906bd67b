import { findWidgetFault, sayExpressionFault, type WidgetMessage, type WidgetShow } from "@countersign/protocol";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findExpressionFault } from "../../../src/core/approval-expression.ts";
import { parseConfigFile } from "../../../src/config-file.ts";
import { runSandbox } from "../../../src/features/studio/sandbox/run-sandbox.ts";
import { CLIENTS } from "../../../../inbox/src/features/admin/agents/client-config.ts";
import { parse } from "yaml";
import { ROUTES } from "../../http/all-routes.ts";
import { MCP_URL } from "./check-commands.ts";
import { findExpressionFaults } from "./check-requests.ts";
import { root, type Block } from "./read-pages.ts";

export function checkCel({ text }: Block): string[] {
  const fault = findExpressionFault(text.trim());
  return fault === undefined ? [] : [sayExpressionFault(fault)];
}

/** Reads `countersign.yaml` with a value for each variable that the block names without a default. */
export function checkYaml({ text }: Block): string[] {
  const env = Object.fromEntries([...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => [name, "a-value-of-the-reader"]));
  try {
    parseConfigFile(text, join(root, "countersign.yaml"), env);
  } catch (error) {
    return [(error as Error).message];
  }
  return [...findExpressionFaults(parse(text)), ...findOtherVersions(text)];
}

const { devDependencies } = JSON.parse(readFileSync(join(root, "packages/server/package.json"), "utf8")) as {
  devDependencies: Record<string, string>;
};

/** A package is named in the version that the tests run. */
const findOtherVersions = (text: string): string[] =>
  [...text.matchAll(/"(@[\w-]+\/[\w-]+)@([\w.]+)"/g)]
    .filter(([, name = "", version]) => devDependencies[name] !== version)
    .map(([, name = "", version]) => `the tests run ${name} ${devDependencies[name] ?? "never"}, not ${version}`);

/** The only settings in TOML are those of Codex, as the inbox shows them. */
export function checkToml({ text }: Block): string[] {
  const shown = CLIENTS.find(({ id }) => id === "codex")?.config(MCP_URL, "", [], "");
  return text === shown ? [] : [`the inbox shows ${shown}`];
}

const embed = readFileSync(join(root, "packages/inbox/public/embed.js"), "utf8");

const MESSAGES: readonly WidgetTold[] = ["countersign:show", "countersign:ready", "countersign:height"];
type WidgetTold = WidgetShow["type"] | WidgetMessage["type"];

/** Elements of embed.js with their attributes; frames with addresses that may be framed; a tool's drawing with its messages. */
export function checkHtml({ text }: Block): string[] {
  const elements = [...text.matchAll(/<(countersign-\w+) ([\w-]+)=/g)];
  const addresses = [...text.matchAll(/src="https:\/\/approve\.example\.com(\/[^"]*)"/g)].map(([, path = ""]) => path);
  const messages = [...text.matchAll(/countersign:\w+/g)].map(([message]) => message);
  const drawing = messages.length === 0 ? undefined : findWidgetFault(text);
  const tags = [...text.matchAll(/<(\/?)([\w-]+)/g)].map(([, end, name]) => `${end}${name}`);
  const sandbox = /sandbox="([^"]*)"/.exec(text)?.[1];
  return [
    ...(elements.length + addresses.length + messages.length === 0 ? ["there is nothing of Countersign"] : []),
    ...elements
      .filter(([, name, attribute]) => !new RegExp(`"${name}",[^}]*static attribute = "${attribute}"`, "s").test(embed))
      .map(([, name, attribute]) => `embed.js defines no ${name} with ${attribute}`),
    ...addresses
      .filter((path) => path !== "/embed.js" && !/^\/embed\/(actions|sessions)\/[^/]+$/.test(path))
      .map((path) => `${path} cannot be framed`),
    ...messages.filter((name) => !MESSAGES.some((one) => one === name)).map((name) => `there is no message ${name}`),
    ...(drawing === undefined ? [] : [drawing]),
    ...tags.filter((tag) => !tag.startsWith("/") && !tags.includes(`/${tag}`)).map((tag) => `<${tag}> has no end`),
    ...(sandbox === undefined || embed.includes(`"${sandbox}"`) ? [] : [`embed.js sets another sandbox than ${sandbox}`]),
  ];
}

/** A drawing; the routes that it names must exist. */
export function checkText({ text }: Block): string[] {
  const named = [...text.matchAll(/\/api\/[\w/{}-]+/g)].map(([path]) => path);
  return named.filter((path) => !ROUTES.some((route) => route.path === path)).map((path) => `there is no route ${path}`);
}

/** Source of a tool: runs in the sandbox, over a service that answers any request with the same object. */
export async function checkStudio({ text }: Block): Promise<string[]> {
  const access = {
    network: "hosts" as const,
    hosts: ["api.example.com"],
    writes: false,
    destructive: false,
    allowPrivate: false,
  };
  const answer = () => Promise.resolve(Response.json({ total: 1, currency: "EUR" }));
  const job = { source: text, input: { id: "1" }, access, limits: { seconds: 60, megabytes: 32 } };
  const run = await runSandbox(job, answer);
  return run.ok ? [] : [run.error.message];
}
