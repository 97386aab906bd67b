import { spawn } from "node:child_process";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { root } from "./root.mjs";

/**
 * Runs a program in the workspace without input and says with which code it ended. Its standard output goes to `output`, a
 * file descriptor; with `quiet` everything it writes is returned instead, with `heard` as well.
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
  // Not for ever: what it started and left behind may hold its output open.
  await Promise.race([Promise.all(streams.map((stream) => finished(stream))), setTimeout(1000, undefined, { ref: false })]);
  for (const stream of streams) stream.destroy();
  return { code, text };
}

/** The npm that started us, or the one on the path. */
export const npm = (args, options) =>
  process.env.npm_execpath === undefined
    ? run("npm", args, options)
    : run(process.execPath, [process.env.npm_execpath, ...args], options);
