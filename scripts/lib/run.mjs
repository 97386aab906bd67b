import { spawn } from "node:child_process";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { root } from "./root.mjs";

/**
 * Runs a program in the workspace without input and returns its exit code. Standard output goes to `output`, a file descriptor.
 * With `quiet` all output is returned instead of shown, with `heard` both.
 */
export async function run(program, args, { cwd = root, env = {}, output = 1, quiet = false, heard = false } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", ...(quiet || heard ? ["pipe", "pipe"] : [output, 2])],
  });
  let text = "";
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams)
    stream.setEncoding("utf8").on("data", (part) => {
      text += part;
      if (heard) process.stdout.write(part);
    });
  const code = await once(child, "exit").then(
    ([status, signal]) => (signal === null ? status : 1),
    (error) => {
      text += `${error.message}\n`;
      return 127;
    },
  );
  // Limited to one second: processes that the program left behind may hold its output open.
  await Promise.race([Promise.all(streams.map((stream) => finished(stream))), setTimeout(1000, undefined, { ref: false })]);
  for (const stream of streams) stream.destroy();
  return { code, text };
}

/** Runs the npm that started this process, or the one on the path. */
export const npm = (args, options) =>
  process.env.npm_execpath === undefined
    ? run("npm", args, options)
    : run(process.execPath, [process.env.npm_execpath, ...args], options);
