import { homedir } from "node:os";
import { basename, dirname, resolve, sep } from "node:path";

/** Replaces what the client would put into its settings, and reports the first reference whose value is not certain. */
export interface ReadVariables {
  /** The same value with every known reference replaced. Text of a replaced value that looks like a reference is none. */
  value: unknown;
  /** Why the value cannot be used; undefined if it can. */
  why: string | undefined;
}

/** Not behind `$`, which escapes a reference in some clients and not in others. */
const VARIABLE = /(?<!\$)\$\{([^${}]*)\}/g;

/**
 * Variables of VS Code and Cursor whose values follow from where their settings are. Values of environment variables do not:
 * they are those of the client, which may have been started from anywhere.
 */
function knownVariables(path: string): ReadonlyMap<string, string> {
  const folder = dirname(resolve(path));
  const isFile = basename(path) === "mcp.json";
  const isOfProject = isFile && [".vscode", ".cursor"].includes(basename(folder));
  const isOfUser = isFile && basename(folder) === "User";
  if (!isOfProject && !isOfUser) return new Map();
  const project = dirname(folder);
  // Cursor has the settings of all projects in the home folder, where its variable is whichever project is open.
  const hasFolder = isOfProject && !(basename(folder) === ".cursor" && project === homedir());
  return new Map([
    ["userHome", homedir()],
    ["env:HOME", homedir()],
    ["pathSeparator", sep],
    ["/", sep],
    ...(hasFolder
      ? ([
          ["workspaceFolder", project],
          ["workspaceFolderBasename", basename(project)],
        ] as const)
      : []),
  ]);
}

export function readVariables(entry: unknown, path: string): ReadVariables {
  const known = knownVariables(path);
  const replaceIn = (text: string, by: (value: string) => string): string =>
    text.replace(VARIABLE, (all, name: string) => {
      const value = known.get(name);
      return value === undefined ? all : by(value);
    });
  // A space stands for the value, so that nothing around it becomes a reference.
  const reference = findReference(mapTexts(entry, (text) => replaceIn(text, () => " ")));
  return {
    value: mapTexts(entry, (text) => replaceIn(text, (value) => value)),
    why: reference === undefined ? undefined : `it refers to ${reference}, ${whyUnknown(reference)}`,
  };
}

function whyUnknown(reference: string): string {
  if (reference.startsWith("${workspaceFolder"))
    return "whose value is known only in .vscode/mcp.json or .cursor/mcp.json of a project; replace it with the folder";
  const variable = /^\$\{(?:env[:.])?([A-Z_][A-Z0-9_]*)\}$/.exec(reference)?.[1];
  if (variable === undefined) return "whose value is not in the file";
  return `whose value is not in the file but in the client's environment; write the value, or add the server by hand with \${${variable}} if the server's environment has it`;
}

/** `${` begins no reference in the returned text, where `countersign.yaml` would see one. */
export const asLiteral = (text: string): string => text.replaceAll("${", () => "$${");

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, map)]));
}

/** The first reference to a variable, without its default value; also an escaped one, which not all clients read as text. */
function findReference(value: unknown): string | undefined {
  if (typeof value === "string") {
    const found = /\$\{((?:env:|input:|workspaceFolder:)?[\w.-]+)|\$\{|\{env:([\w.-]+)/.exec(value);
    return found ? `\${${found[1] ?? found[2] ?? "…"}}` : undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  return Object.values(value)
    .map(findReference)
    .find((found) => found !== undefined);
}
