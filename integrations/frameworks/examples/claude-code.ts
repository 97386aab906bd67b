// Runs the PreToolUse hook as Claude Code does, for one Bash call. Needs no model: Claude Code has its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const {
  COUNTERSIGN_URL: url = "http://127.0.0.1:7420",
  COUNTERSIGN_AGENT_KEY: agentKey,
  COUNTERSIGN_WORKER_KEY: workerKey,
} = process.env;

// An installed SDK has the hook at `dist/adapters/claude-code/bin.js`; this example runs it from source.
const hook = fileURLToPath(new URL("adapters/claude-code/bin.ts", import.meta.resolve("@countersign/sdk")));
const folder = await mkdtemp(join(tmpdir(), "countersign-hook-"));
try {
  const settings = join(folder, "claude-code.json");
  await writeFile(settings, JSON.stringify({ url, agentKey, workerKey, prefix: "example_", waitSeconds: 600 }), {
    mode: 0o600,
  });
  const child = spawn(process.execPath, [...process.execArgv, hook, settings], { stdio: ["pipe", "pipe", "inherit"] });
  const call = {
    hook_event_name: "PreToolUse",
    session_id: crypto.randomUUID(),
    tool_name: "Bash",
    tool_input: { command: "rm -rf build" },
  };
  child.stdin.end(JSON.stringify(call));
  const [answer] = await Promise.all([text(child.stdout), once(child, "close")]);
  console.log(JSON.stringify((JSON.parse(answer) as { hookSpecificOutput: unknown }).hookSpecificOutput));
} finally {
  await rm(folder, { recursive: true });
}
