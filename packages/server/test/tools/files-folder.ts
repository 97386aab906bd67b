import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@countersign/protocol";
import { afterEach, beforeEach, expect } from "vitest";
import type { Described, ExecutionContext, LookupResult, ServerTool } from "../../src/ports/tool.ts";
import { createFilesConnector } from "../../src/tools/connectors/files/files-connector.ts";

export const sha256 = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");

/** A call of each tool that changes files, on the only existing file. */
export const GATED: Record<string, JsonObject> = {
  write_file: { path: "notes/a.md", content: "new\n" },
  edit_file: { path: "notes/a.md", edits: [{ oldText: "two", newText: "2" }] },
  delete_file: { path: "notes/a.md" },
  move_file: { from: "notes/a.md", to: "archive/2026/a.md" },
};
export const gated = Object.entries(GATED);
export const pathKey = (name: string): string => (name === "move_file" ? "from" : "path");

export const context = (described: Described, more: Partial<ExecutionContext> = {}): ExecutionContext => ({
  workspaceId: "w",
  proposedBy: { kind: "agent", id: "agent" },
  approvedBy: ["approver"],
  actionId: "1",
  idempotencyKey: "act_1",
  attempt: 1,
  target: described.target ?? null,
  snapshot: described.snapshot ?? null,
  signal: new AbortController().signal,
  ...more,
});

export const refusal = (code: string, path?: string): unknown =>
  expect.objectContaining({ name: "ToolFailure", code, ...(path !== undefined && { path }) });

/** A new root with `notes/a.md` for each test, beside a folder `outside` that no tool may reach. */
export function useFilesFolder() {
  let base = "";
  let tools = new Map<string, ServerTool>();

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), "countersign-files-"));
    const connector = createFilesConnector({ rootOf: () => join(base, "root") });
    tools = new Map(connector.tools.map((tool) => [tool.definition.name, tool]));
    await mkdir(join(base, "root/notes"), { recursive: true });
    await writeFile(join(base, "root/notes/a.md"), "one\ntwo\nthree\n");
    await mkdir(join(base, "outside"));
    await writeFile(join(base, "outside/secret.md"), "secret\n");
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  const inBase = (path: string): string => join(base, path);
  const inRoot = (path: string): string => join(base, "root", path);
  const tool = (name: string): ServerTool => {
    const found = tools.get(name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  return {
    inBase,
    inRoot,
    tool,
    tools: () => tools,
    look: (name: string, input: JsonObject): Promise<Described> => tool(name).describe(input, { workspaceId: "w" }),
    lookUp: (name: string, input: JsonObject, approved: ExecutionContext): Promise<LookupResult> => {
      const { lookup } = tool(name);
      if (lookup === undefined) throw new Error(`${name} has no lookup`);
      return lookup(input, approved);
    },
    file: (path: string): Promise<string> => readFile(inRoot(path), "utf8"),
    /** Every name below a folder, to find leftovers. */
    names: async (folder = inRoot("")): Promise<string[]> => (await readdir(folder, { recursive: true })).sort(),
  };
}
