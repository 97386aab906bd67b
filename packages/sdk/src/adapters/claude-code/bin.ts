#!/usr/bin/env node
// PreToolUse hook of Claude Code: `countersign-claude-hook [path of the settings]`. Reads the call from standard input.
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { Countersign } from "../../countersign.ts";
import { answerHook, deny, type HookAnswer } from "./hook.ts";
import { openPasses } from "./passes.ts";

interface Settings {
  url: string;
  agentKey: string;
  workerKey: string;
  prefix: string;
  waitSeconds: number;
}

async function readSettings(path: string): Promise<Settings> {
  const { mode } = await stat(path);
  if (process.platform !== "win32" && (mode & 0o077) !== 0)
    throw new Error(`${path} holds keys and is open to others; run: chmod 600 ${path}`);
  const {
    url,
    agentKey,
    workerKey,
    prefix = "claude_code_",
    waitSeconds = 50,
  } = JSON.parse(await readFile(path, "utf8")) as Partial<Settings>;
  if (typeof url !== "string" || !agentKey?.startsWith("csa_") || !workerKey?.startsWith("csw_"))
    throw new Error(`${path} needs \`url\`, \`agentKey\` (csa_…) and \`workerKey\` (csw_…).`);
  if (typeof waitSeconds !== "number" || !(waitSeconds >= 0 && waitSeconds <= 3600))
    throw new Error("`waitSeconds` must be from 0 to 3600.");
  return { url, agentKey, workerKey, prefix, waitSeconds };
}

async function answer(): Promise<HookAnswer> {
  const path = process.argv[2] ?? join(homedir(), ".countersign", "claude-code.json");
  const { url, agentKey, workerKey, ...settings } = await readSettings(path);
  const passes = await openPasses(join(dirname(path), "claude-code-passes"));
  const given = JSON.parse(await text(process.stdin)) as unknown;
  // Errors after which the worker goes on must not reach standard output, which Claude Code reads.
  const countersign = new Countersign({ url, apiKey: agentKey, workerKey, retrySeconds: 5, onError: () => {} });
  const signal = AbortSignal.timeout((settings.waitSeconds + 15) * 1000);
  const late = new Promise<HookAnswer>((resolve) => {
    signal.addEventListener("abort", () => resolve(deny("Countersign did not respond in time. The call has not run.")));
  });
  return Promise.race([answerHook(given, { countersign, ...settings, ...passes, passSeconds: 600 }), late]);
}

/** Always answers: if the hook ended in any other way, Claude Code's own rules would decide the call. */
const refuse = (error: unknown): HookAnswer =>
  deny(`${error instanceof Error ? error.message : String(error)} The call has not run.`);

process.stdout.write(`${JSON.stringify(await answer().catch(refuse))}\n`, () => process.exit(0));
