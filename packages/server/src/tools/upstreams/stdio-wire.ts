import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import { isJsonObject } from "@countersign/protocol";
import type { Mask } from "../../core/mask-secrets.ts";
import { parseJson } from "../../core/parse-json.ts";
import { findProgram } from "../../find-program.ts";
import { INFO_FD } from "./bubblewrap-arguments.ts";
import type { CommandSandbox } from "./command-sandbox.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { readLines } from "./read-lines.ts";
import { createRecentOutput, type RecentOutput } from "./recent-output.ts";
import type { StdioTarget } from "./stdio-target.ts";
import { MAX_MESSAGE_BYTES, WireFault, type OpenWire } from "./wire.ts";

/** What the server needs to start commands: their sandbox, and what ends those that are left over. */
export interface CommandHost {
  guard: OrphanGuard;
  sandbox: CommandSandbox;
}

/** A program with more unread input is killed. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
const END_MS = 1000;
const KILL_MS = 2000;
const PIPES_MS = 1000;

/** Starts the program, without a shell and in its own process group, and exchanges lines of JSON with it. */
export const openStdio =
  (target: StdioTarget, mask: Mask, { guard, sandbox }: CommandHost, maxMessageBytes = MAX_MESSAGE_BYTES): OpenWire =>
  async (events) => {
    const { child, groupOfProgram } = await start(target, mask, { guard, sandbox });
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
        killGroup(child, groupId, "SIGKILL");
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
      killGroup(child, groupId, "SIGKILL");
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
        const ending = setTimeout(() => killGroup(child, groupOfProgram(), "SIGTERM"), END_MS);
        const killing = setTimeout(() => killGroup(child, groupId, "SIGKILL"), END_MS + KILL_MS);
        await gone;
        clearTimeout(ending);
        clearTimeout(killing);
      },
    };
  };

interface StartedProgram {
  child: ChildProcessWithoutNullStreams;
  /** The process group that SIGTERM goes to; undefined if it is not known (yet). */
  groupOfProgram(): number | undefined;
}

function start(target: StdioTarget, mask: Mask, { guard, sandbox }: CommandHost): Promise<StartedProgram> {
  const { env, cwd } = target;
  return new Promise((resolve, reject) => {
    const isPosix = process.platform !== "win32";
    const { command, args, isSandboxed } = sandbox.launch(target);
    const where = cwd === undefined ? "" : `, or its folder ${cwd}`;
    const notFound = new WireFault(mask(`the program ${target.command}${where} was not found`), { wasNotTaken: true });
    // Bubblewrap would say so in its own words.
    if (isSandboxed && !isThere(target)) return reject(notFound);
    guard.prepare();
    const stdio = ["pipe", "pipe", "pipe", ...(isSandboxed ? (["pipe"] as const) : [])] as const;
    const child = spawn(command, [...args], {
      env,
      stdio: [...stdio],
      detached: isPosix,
      windowsHide: true,
      ...(cwd && { cwd }),
    }) as ChildProcessWithoutNullStreams;
    // At once, not after the event: a process that is killed in between would leave the program behind.
    if (child.pid !== undefined) guard.watch(child.pid);
    const groupOfProgram = isSandboxed ? readGroup(child) : () => child.pid;
    child.once("spawn", () => resolve({ child, groupOfProgram }));
    child.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "ENOENT" ? notFound : new WireFault(mask(error.message), { wasNotTaken: true }));
    });
  });
}

function isThere({ command, env, cwd = process.cwd() }: StdioTarget): boolean {
  const isFolder = statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && findProgram(command, cwd, env["PATH"] ?? "") !== undefined;
}

/**
 * Bubblewrap, which ends at once on SIGTERM, is in another process group than the program. It names the first process of the
 * program's group.
 */
function readGroup(child: ChildProcessWithoutNullStreams): () => number | undefined {
  let said = "";
  const info = child.stdio[INFO_FD] as Readable | null | undefined;
  info?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  info?.on("error", () => {});
  return () => {
    const parsed = parseJson(said);
    const first = isJsonObject(parsed) ? parsed["child-pid"] : undefined;
    return typeof first === "number" ? first : undefined;
  };
}

/** Signals a group of processes, such as `npx` and the server behind it; on Windows only the program. */
function killGroup(child: ChildProcessWithoutNullStreams, groupId: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (process.platform === "win32") child.kill(signal);
    else if (groupId !== undefined) process.kill(-groupId, signal);
  } catch {
    // The group has no processes left.
  }
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, errors: RecentOutput): string {
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  const last = errors.lines().slice(-3).join(" / ");
  return last === "" ? how : `${how}: ${last}`;
}
