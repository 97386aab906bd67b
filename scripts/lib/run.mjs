import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./root.mjs";

/**
 * Runs a program in the workspace without input and says with which code it ended. Its standard output goes to `output`, a
 * file descriptor; with `quiet` everything it writes is returned instead.
 */
export async function run(program, args, { cwd = root, env = {}, output = 1, quiet = false } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", quiet ? "pipe" : output, quiet ? "pipe" : 2],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (part) => (text += part));
  const code = await Promise.race([
    once(child, "close").then(([status, signal]) => (signal === null ? status : 1)),
    once(child, "error").then(([error]) => {
      text += `${error.message}\n`;
      return 127;
    }),
  ]);
  return { code, text };
}

/** The npm that started us, or the one on the path. */
export const npm = (args, options) =>
  process.env.npm_execpath === undefined
    ? run("npm", args, options)
    : run(process.execPath, [process.env.npm_execpath, ...args], options);
