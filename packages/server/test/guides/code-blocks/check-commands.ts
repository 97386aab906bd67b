import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Json } from "@countersign/protocol";
import { CommanderError, type Command } from "commander";
import { CLIENTS } from "../../../../inbox/src/features/admin/agents/client-config.ts";
import { buildProgram } from "../../../src/cli/program.ts";
import { createPaint } from "../../../src/cli/paint.ts";
import { readConfig } from "../../../src/config.ts";
import { FIRST_PORT } from "../../../src/http/serve.ts";
import { isProgram } from "./check-programs.ts";
import { findRequestFaults } from "./check-requests.ts";
import { root, type Block, type Page } from "./read-pages.ts";
import { READ_SETTINGS } from "./read-settings.ts";
import { splitCommands, type ShellCommand } from "./split-commands.ts";

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };

/** Address of the MCP endpoint in examples. */
export const MCP_URL = `http://127.0.0.1:${FIRST_PORT}/mcp`;

/** Programs of the system; `sh -n` has read their line. */
const SYSTEM = new Set(["mkdir", "echo", "export"]);

interface Context {
  block: Block;
  page: Page;
}

export function checkSh(block: Block, page: Page): string[] {
  const { status, stderr } = spawnSync("/bin/sh", ["-n"], { input: block.text, encoding: "utf8" });
  if (status !== 0) return [stderr.trim()];
  const commands = splitCommands(block.text);
  const context = { block, page };
  return [
    ...(commands.length === 0 ? ["there is no command"] : []),
    ...commands.flatMap((command) => findFaults(command, context)),
    ...findUnknownVariables(context),
    ...findUnreadSettings(context),
    ...findWrongPorts(block.text),
  ];
}

function findFaults({ assignments, words }: ShellCommand, context: Context): string[] {
  const [program = "", ...args] = words;
  const faults = program === "" || program === "export" ? findSettingFaults(assignments, args) : [];
  if (program === "npm") return [...faults, ...findNpmFaults(args, context)];
  if (program === "countersign") return [...faults, ...findCliFaults(args), ...findUnknownFiles(args, context)];
  if (program === "node" || program === "npx") return [...faults, ...findProgramFaults(program, args, context)];
  if (program === "curl") return [...faults, ...findCurlFaults(args, context)];
  if (program === "claude") return [...faults, ...findClientFaults(context.block)];
  return program === "" || SYSTEM.has(program) ? faults : [`nothing here can check \`${program}\``];
}

/** A variable that the server reads must have a value that it accepts. */
function findSettingFaults(assignments: Record<string, string>, exported: string[]): string[] {
  const more = exported.map((each) => /^([A-Z_]+)=(.*)$/s.exec(each)?.slice(1) ?? [each, ""]) as [string, string][];
  const given = { ...assignments, ...Object.fromEntries(more) };
  try {
    readConfig({ dataFolder: ".data" }, given);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function findNpmFaults(args: string[], context: Context): string[] {
  const [run = "", ...more] = args.filter((word) => word !== "--silent");
  if (run === "start" || run === "test") return scripts[run] === undefined ? [`there is no npm ${run}`] : [];
  const [name = "", ...rest] = more;
  if (run !== "run") return [`nothing here can check \`npm ${run}\``];
  const script = scripts[name];
  if (script === undefined) return [`there is no npm script ${name}`];
  if (rest.length > 0 && rest[0] !== "--" && rest.some((word) => word.startsWith("-")))
    return ["npm itself takes options before --"];
  const given = rest[0] === "--" ? rest.slice(1) : rest;
  if (name === "countersign") return [...findCliFaults(given), ...findUnknownFiles(given, context)];
  return findScriptFaults(script, given);
}

/** A script of this repository must name each word that it is given; words separated by commas count singly. */
function findScriptFaults(script: string, given: string[]): string[] {
  const path = script.split(" ").find((word) => /\.(mjs|ts)$/.test(word)) ?? "";
  const source = path === "" ? "" : readFileSync(join(root, path), "utf8");
  return given
    .flatMap((word) => word.replace(/^--/, "").split(","))
    .filter((word) => !new RegExp(`\\b${word}\\b`).test(source))
    .map((word) => `${path} knows no ${word}`);
}

/** Lets the command line parse the words, with every action replaced by nothing. */
function findCliFaults(args: string[]): string[] {
  let said = "";
  const add = (text: string): void => void (said += text);
  const terminal = { write: add, writeError: add, columns: null, colour: false } as never;
  const never = () => Promise.reject(new Error("a checked command does nothing"));
  const program = buildProgram({
    terminal,
    paint: createPaint(false),
    startServer: never,
    settings: { configFolder: root },
  });
  silence(program);
  try {
    program.parse(args, { from: "user" });
    return [];
  } catch (error) {
    if (error instanceof CommanderError) return [`countersign ${args.join(" ")}: ${said.trim() || error.message}`];
    throw error;
  }
}

function silence(command: Command): void {
  if (command.commands.length === 0) command.action(() => undefined);
  command.commands.forEach(silence);
}

const isFile = (word: string): boolean => /\.(json|ya?ml|m?[jt]s|md)$/.test(word);

/** A file that a command names is in the repository, or the page speaks of it, also in a comment. */
function findUnknownFiles(words: string[], { page }: Context): string[] {
  const comments = page.blocks.flatMap(({ language, text }) => (language === "sh" ? (text.match(/# .*/g) ?? []) : []));
  const said = [page.prose, ...comments].join("\n");
  return words
    .filter((word) => isFile(word) && !existsSync(join(root, word)) && !said.includes(basename(word)))
    .map((word) => `the page does not say what ${word} is`);
}

function findProgramFaults(program: string, args: string[], context: Context): string[] {
  const [first = ""] = args;
  if (program === "npx" && !existsSync(join(root, "node_modules/.bin", first))) return [`${first} is not installed here`];
  const faults = findUnknownFiles(args, context);
  if (!first.endsWith("bin/countersign.mjs")) return faults;
  return findCliFaults(args.slice(1));
}

function findCurlFaults(args: string[], context: Context): string[] {
  const valueOf = (option: string): string | undefined => args[args.indexOf(option) + 1 || args.length];
  const target = args.find((word) => word.startsWith("$URL/"))?.slice("$URL".length);
  if (target === undefined) return ["the address must begin with $URL/"];
  const data = valueOf("-d");
  const method = valueOf("-X") ?? (data === undefined ? "GET" : "POST");
  const text = data?.startsWith("@") ? blockBefore(context)?.text : data;
  const missing = findUnknownFiles([data?.replace(/^@/, "") ?? ""], context);
  if (data === undefined || text === undefined) return [...missing, ...findRequestFaults(method, target)];
  try {
    return [...missing, ...findRequestFaults(method, target, JSON.parse(text) as Json)];
  } catch (error) {
    return [`the body of ${target}: ${(error as Error).message}`];
  }
}

/** The nearest JSON before the block. */
const blockBefore = ({ block, page }: Context): Block | undefined =>
  page.blocks.findLast(({ language, line }) => language === "json" && line < block.line);

/** The command must be the one that the inbox shows, up to the key. */
function findClientFaults({ text }: Block): string[] {
  const shown = CLIENTS.find(({ id }) => id === "claude-code")?.config(MCP_URL, "KEY", [], "") ?? "";
  const written = text
    .split("\n")
    .find((line) => line.startsWith("claude "))
    ?.replace(/Bearer [^"]+/, "Bearer KEY");
  return written === shown ? [] : [`the inbox shows ${shown}`];
}

/** A variable is set in a block of the page, or the page says what it is. */
function findUnknownVariables({ block, page }: Context): string[] {
  const used = new Set([...block.text.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = ""]) => name));
  const scripts = page.blocks.filter(({ language, line }) => language === "sh" && line <= block.line);
  return [...used]
    .filter((name) => !scripts.some(({ text }) => new RegExp(`\\b${name}=`).test(text)))
    .filter((name) => !page.prose.includes(`$${name}`) && !page.prose.includes(`\`${name}\``))
    .map((name) => `the page does not say what $${name} is`);
}

/** A setting of ours that a command is given must be read by a package, or by a program of the page. */
function findUnreadSettings({ block, page }: Context): string[] {
  const programs = page.blocks.filter(isProgram).map(({ text }) => text);
  const named = block.text.match(/COUNTERSIGN_[A-Z_]+/g) ?? [];
  return named
    .filter((name) => !READ_SETTINGS.has(name) && !programs.some((text) => text.includes(name)))
    .map((name) => `nothing reads ${name}`);
}

/** Examples use the port that a server takes first. */
export const findWrongPorts = (text: string): string[] =>
  [...text.matchAll(/(?:127\.0\.0\.1|localhost):(\d+)/g)]
    .filter(([, port]) => Number(port) !== FIRST_PORT)
    .map(([address]) => `${address} is not the address of a started server, which takes port ${FIRST_PORT}`);
