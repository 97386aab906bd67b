import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startGateway } from "./gateway.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const NODE = at("node_modules/node/bin/node");
const INSPECTOR = at("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const server = (name, ...args) => ({
  command: process.execPath,
  args: [at(`node_modules/@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
  trust: "trusted",
});

function inspect(url, era, args) {
  const all = ["--cli", url, "--transport", "http", "--protocol-era", era, "--format", "json", ...args];
  const child = spawn(NODE, [INSPECTOR, ...all], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complained = "";
  child.stdout.on("data", (chunk) => (said += String(chunk)));
  child.stderr.on("data", (chunk) => (complained += String(chunk)));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said, complained })));
}

/** The reference servers behind the gate, asked by a client nobody here wrote, in both eras; true when every answer fits. */
export async function runInspector() {
  const folder = await mkdtemp(join(tmpdir(), "countersign-inspector-"));
  await writeFile(join(folder, "note.txt"), "from a file");
  const call = (name, args) => [
    "--method",
    "tools/call",
    "--tool-name",
    name,
    ...Object.entries(args).flatMap(([key, value]) => ["--tool-arg", `${key}=${value}`]),
  ];
  /** @type {[string, string[], string[]][]} */
  const cases = [
    [
      "lists the tools of all three",
      ["--method", "tools/list"],
      ["everything_echo", "files_read_text_file", "memory_read_graph"],
    ],
    ["everything: echo", call("everything_echo", { message: "hello there" }), ["Echo: hello there"]],
    ["everything: resources", ["--method", "resources/list"], ["demo://"]],
    ["everything: prompts", ["--method", "prompts/list"], ["everything_simple-prompt"]],
    ["filesystem: reads at once", call("files_read_text_file", { path: join(folder, "note.txt") }), ["from a file"]],
    ["memory: reads at once", call("memory_read_graph", {}), ["entities"]],
  ];
  const gateway = await startGateway(
    {
      everything: { ...server("everything", "stdio"), tools: { echo: { approval: "never" } } },
      files: server("filesystem", folder),
      memory: { ...server("memory"), env: { MEMORY_FILE_PATH: join(folder, "memory.json") } },
    },
    ["everything_echo", "files_read_text_file", "memory_read_graph"],
  );
  let isWhole = true;
  try {
    for (const era of ["legacy", "modern"]) {
      const failed = [];
      for (const [name, args, expected] of cases) {
        const { code, said, complained } = await inspect(gateway.url, era, args);
        if (code !== 0 || !expected.every((words) => said.includes(words)))
          failed.push(`${name} (${code}) ${said}${complained}`);
      }
      isWhole &&= failed.length === 0;
      const passed = cases.length - failed.length;
      console.log(`${failed.length === 0 ? "passed" : "FAILED"}  inspector, ${era} era: ${passed} of ${cases.length}`);
      for (const words of failed) console.log(`  ${words.slice(0, 2000)}`);
    }
  } finally {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return isWhole;
}
