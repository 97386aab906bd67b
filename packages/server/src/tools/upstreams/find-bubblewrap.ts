import { spawn } from "node:child_process";
import { findProgram } from "../../find-program.ts";
import { bubblewrapArguments } from "./bubblewrap-arguments.ts";

/** Whether this machine can run commands in a sandbox, as tried once. */
export type FoundSandbox =
  | { status: "active"; program: string }
  | { status: "not-supported" | "not-installed" }
  | { status: "failed"; detail: string };

const TRIAL_MS = 10_000;
const MAX_DETAIL_CHARACTERS = 300;

/** Looks for bubblewrap and runs `true` in the namespaces that commands get: a kernel or a container may refuse them. */
export async function findBubblewrap({ PATH = "" }: { readonly PATH?: string }): Promise<FoundSandbox> {
  if (process.platform !== "linux") return { status: "not-supported" };
  const program = findProgram("bwrap", "/", PATH);
  if (program === undefined) return { status: "not-installed" };
  const detail = await tryOut(program, PATH);
  return detail === undefined ? { status: "active", program } : { status: "failed", detail };
}

/** Why it does not work; undefined if it does. */
function tryOut(program: string, PATH: string): Promise<string | undefined> {
  const layout = { isReadOnly: false, hasNetwork: true, writable: [], covered: [], masked: [], cwd: "/" };
  return new Promise((resolve) => {
    const child = spawn(program, [...bubblewrapArguments(layout), "--", "true"], {
      env: { PATH },
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      timeout: TRIAL_MS,
      killSignal: "SIGKILL",
    });
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, 4096)));
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => {
      if (code === 0) return resolve(undefined);
      const line = said.split("\n").find((each) => each.trim() !== "");
      const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      resolve((line ?? how).replace(/^bwrap: /, "").slice(0, MAX_DETAIL_CHARACTERS));
    });
  });
}
