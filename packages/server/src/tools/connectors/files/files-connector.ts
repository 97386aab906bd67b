import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTools, type LookupResult, type ServerTool } from "../../../ports/tool.ts";
import { deleteFileTool } from "./delete-file.ts";
import { editFileTool } from "./edit-file.ts";
import { filePath } from "./file-path.ts";
import { moveFileTool } from "./move-file.ts";
import { withPathLock } from "../path-lock.ts";
import { pathOfTarget, readTarget } from "./read-target.ts";
import { readTools } from "./read-tools.ts";
import { writeFileTool } from "./write-file.ts";

/** Returns the folder of a workspace's files; created when it is first used. */
export type RootOf = (workspaceId: string) => string | Promise<string>;

/**
 * Tools on the files of one folder per workspace and nothing outside it.
 *
 * Execution compares the file's SHA-256 with the approved one under a lock of this process, which other programs do not take. A
 * write by another program, or its replacing a folder on the path by a symbolic link, goes unnoticed between the last check and
 * the rename. No portable call closes that gap, so no other user may have access to the folder. New and moved files have no
 * such gap: they are hard-linked, which the file system must support, and never replace anything.
 */
export function createFilesConnector({ rootOf }: { rootOf: RootOf }): ServerTools {
  const opened = new Map<string, Promise<ReadonlyMap<string, ServerTool>>>();
  const toolsOf = (workspaceId: string): Promise<ReadonlyMap<string, ServerTool>> => {
    const known = opened.get(workspaceId);
    if (known) return known;
    const opening = openFolder(rootOf, workspaceId);
    opened.set(workspaceId, opening);
    // The next call tries again, as the folder may be there by then.
    opening.catch(() => opened.delete(workspaceId));
    return opening;
  };
  // Definitions are the same for every folder.
  const tools = toolsIn("").map((shape) =>
    inOwnFolder(shape, async (workspaceId) => (await toolsOf(workspaceId)).get(shape.definition.name)!),
  );
  return { name: "files", tools: tools.map(nameFaults) };
}

async function openFolder(rootOf: RootOf, workspaceId: string): Promise<ReadonlyMap<string, ServerTool>> {
  const root = await rootOf(workspaceId);
  await mkdir(root, { recursive: true });
  return new Map(toolsIn(await realpath(root)).map((tool) => [tool.definition.name, tool]));
}

const toolsIn = (folder: string): ServerTool[] => [
  ...readTools(folder),
  lockPaths(writeFileTool(folder), folder, ["path"]),
  lockPaths(editFileTool(folder), folder, ["path"]),
  lockPaths(deleteFileTool(folder), folder, ["path"]),
  lockPaths(moveFileTool(folder), folder, ["from", "to"]),
];

/** Makes each call of the tool work in the folder of the workspace that calls. */
function inOwnFolder(shape: ServerTool, find: (workspaceId: string) => Promise<ServerTool>): ServerTool {
  const { readTarget: hasTarget, lookup: hasLookup } = shape;
  return {
    ...shape,
    describe: async (input, scope) => (await find(scope.workspaceId)).describe(input, scope),
    execute: async (input, context) => (await find(context.workspaceId)).execute(input, context),
    ...(hasTarget && { readTarget: async (target, scope) => (await find(scope.workspaceId)).readTarget!(target, scope) }),
    ...(hasLookup && { lookup: async (input, context) => (await find(context.workspaceId)).lookup!(input, context) }),
  };
}

/** Runs one change per file at a time, and no read of the file during a change. */
function lockPaths(tool: ServerTool, root: string, keys: readonly string[]): ServerTool {
  const paths = (input: JsonObject): string[] => keys.map((key) => join(root, filePath(input, key)));
  const { lookup } = tool;
  return {
    ...tool,
    describe: async (input, scope) => withPathLock(paths(input), () => tool.describe(input, scope)),
    readTarget: async (target) => withPathLock([join(root, pathOfTarget(target))], () => readTarget(root, target)),
    execute: async (input, context) => withPathLock(paths(input), () => tool.execute(input, context)),
    ...(lookup && { lookup: async (input, context) => withPathLock(paths(input), () => lookUp(lookup(input, context))) }),
  };
}

/** Answers `unknown` if the path can no longer be read, since that says nothing about the call. */
const lookUp = (answer: Promise<LookupResult>): Promise<LookupResult> =>
  answer.catch((error: unknown) => {
    if (error instanceof ToolFailure) return { happened: "unknown" };
    throw error;
  });

/** Hides the file system's own messages, which name folders of this machine that agents must not learn. */
function nameFaults(tool: ServerTool): ServerTool {
  const named = (error: unknown): never => {
    const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new ToolFailure(BAD_INPUT.has(code) ? "invalid" : "handler", `the file system returned ${code}`);
  };
  const { lookup, readTarget: readNow } = tool;
  return {
    ...tool,
    describe: (input, scope) => tool.describe(input, scope).catch(named),
    ...(readNow && { readTarget: (target, scope) => readNow(target, scope).catch(named) }),
    execute: (input, context) => tool.execute(input, context).catch(named),
    ...(lookup && { lookup: (input, context) => lookup(input, context).catch(named) }),
  };
}

const BAD_INPUT = new Set(["ENAMETOOLONG", "EINVAL", "ENOTDIR", "EISDIR", "ELOOP", "EACCES", "EPERM", "EROFS"]);
