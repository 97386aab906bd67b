import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Mask } from "../../core/mask-secrets.ts";
import { parseJson } from "../../core/parse-json.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { readLines } from "./read-lines.ts";
import { createRecentOutput, type RecentOutput } from "./recent-output.ts";
import { MAX_MESSAGE_BYTES, WireFault, type OpenWire } from "./wire.ts";

export interface StdioTarget {
  command: string;
  args: readonly string[];
  /** The complete environment; nothing is added to it. */
  env: Readonly<Record<string, string>>;
  cwd?: string;
}

/** A program with more unread input is killed. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
const END_MS = 1000;
const KILL_MS = 2000;
const PIPES_MS = 1000;

/** Starts the program, without a shell and in its own process group, and exchanges lines of JSON with it. */
export const openStdio =
  (target: StdioTarget, mask: Mask, guard: OrphanGuard, maxMessageBytes = MAX_MESSAGE_BYTES): OpenWire =>
  async (events) => {
    const child = await start(target, mask, guard);
    const groupId = child.pid;
    const errors = createRecentOutput(mask);
    let isClosed = false;
    let problem: string | undefined;

    const gone = new Promise<void>((resolve) => {
      let how = "";
      const end = (): void => {
        resolve();
        if (!isClosed) events.onEnd(problem ?? how);
        isClosed = true;
      };
      child.once("exit", (code, signal) => {
        killGroup(child, "SIGKILL");
        if (groupId !== undefined) guard.release(groupId);
        // The pipes may still hold the program's last output. A process outside the group may keep them open: wait 1 s.
        const waited = setTimeout(end, PIPES_MS);
        child.once("close", () => {
          clearTimeout(waited);
          how = describeEnd(code, signal, errors);
          end();
        });
        how = describeEnd(code, signal, errors);
      });
    });
    const fail = (why: string): void => {
      problem ??= why;
      killGroup(child, "SIGKILL");
    };
    child.on("error", (error) => fail(mask(error.message)));
    child.stdin.on("error", () => {
      // The program closed its input; its output or its exit tells why.
    });
    child.stderr.on("data", errors.take);
    child.stdout.on(
      "data",
      readLines(
        maxMessageBytes,
        (line) => {
          if (isClosed) return;
          const message = parseJson(line);
          if (message === undefined) events.onFault("wrote a line on its standard output that is not JSON");
          else events.onMessage(message);
        },
        (skipped) => {
          if (!isClosed) events.onTooLarge(skipped);
        },
      ),
    );

    return {
      hasOwnStreams: false,
      isStateless: false,
      agree() {},
      async send(message) {
        if (isClosed || problem !== undefined || !child.stdin.writable) {
          throw new WireFault("no longer accepts messages", { wasNotTaken: true });
        }
        if (child.stdin.writableLength > MAX_UNREAD_BYTES) {
          fail("does not read its input");
          throw new WireFault("does not read its input", { wasNotTaken: true });
        }
        child.stdin.write(`${JSON.stringify(message)}\n`);
      },
      async close() {
        isClosed = true;
        child.stdin.end();
        const ending = setTimeout(() => killGroup(child, "SIGTERM"), END_MS);
        const killing = setTimeout(() => killGroup(child, "SIGKILL"), END_MS + KILL_MS);
        await gone;
        clearTimeout(ending);
        clearTimeout(killing);
      },
    };
  };

function start(
  { command, args, env, cwd }: StdioTarget,
  mask: Mask,
  guard: OrphanGuard,
): Promise<ChildProcessWithoutNullStreams> {
  return new Promise((resolve, reject) => {
    const isPosix = process.platform !== "win32";
    guard.prepare();
    const child = spawn(command, [...args], { env, stdio: "pipe", detached: isPosix, windowsHide: true, ...(cwd && { cwd }) });
    // At once, not after the event: a process that is killed in between would leave the program behind.
    if (child.pid !== undefined) guard.watch(child.pid);
    child.once("spawn", () => resolve(child));
    child.once("error", (error: NodeJS.ErrnoException) => {
      const where = cwd === undefined ? "" : `, or its folder ${cwd}`;
      const why = error.code === "ENOENT" ? `the program ${command}${where} was not found` : error.message;
      reject(new WireFault(mask(why), { wasNotTaken: true }));
    });
  });
}

/** Signals the program and all it started, such as the server behind `npx`; on Windows only the program. */
function killGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has no processes left.
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, errors: RecentOutput): string {
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  const last = errors.lines().slice(-3).join(" / ");
  return last === "" ? how : `${how}: ${last}`;
}
