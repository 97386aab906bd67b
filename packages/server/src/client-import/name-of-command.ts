import { basename } from "node:path";
import { nameOf } from "./plan-import.ts";

/** Programs that run what one of their arguments names. */
const LAUNCHER = /^(npx|bunx|pnpx|npm|pnpm|yarn|bun|node|deno|tsx|uvx|uv|pipx|python[\d.]*|docker|podman|env)(\.exe|\.cmd)?$/i;
/** Words by which launchers are told to run something, and options that take the next word. */
const VERB = /^(exec|dlx|x|run|tool)$/;
const WITH_VALUE =
  /^(-p|--package|--from|--with|-e|--env|-v|--volume|--mount|--network|--name|-r|--require|--import|--loader)$/;
/** Parts of a path that say nothing of what the program is. */
const VAGUE = /^(index|main|server|cli|bin|dist|build|src|lib|out|app|__main__|\.+|)$/i;

/** A name for the server that a command line starts, such as `filesystem` for `npx -y @scope/server-filesystem@1.2 .` */
export function nameOfCommand(command: string, args: readonly string[]): string {
  const program = basename(command.replaceAll("\\", "/"));
  const chosen = LAUNCHER.test(program) ? (firstOperand(args) ?? program) : command;
  const parts = chosen
    .replaceAll("\\", "/")
    .split("/")
    .map((part) => part.replace(/(?<=.)[@:].*$/, "").replace(/\.(exe|cmd|[cm]?[jt]s|py)$/i, ""));
  const told = parts.findLast((part) => !VAGUE.test(part)) ?? program;
  const short = told.replace(/^(mcp-)?server-|^mcp-/i, "").replace(/(-mcp)?-server$|-mcp$/i, "");
  return nameOf(short || told);
}

function firstOperand(args: readonly string[]): string | undefined {
  return args.find((word, n) => !word.startsWith("-") && !VERB.test(word) && !WITH_VALUE.test(args[n - 1] ?? ""));
}
