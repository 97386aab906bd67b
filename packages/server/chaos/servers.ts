import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../bin/countersign.mjs", import.meta.url));
const LOOK_MS = 100;

export interface Servers {
  /** The first sign-in link of the workspace. */
  signInLink: string;
  /** Kills one at once, ready or not; it is started again at the same port. */
  killOne(): void;
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Built server processes over one database, with the same secrets, as one would run them behind a balancer. */
export async function startServers(ports: readonly number[], publicUrl: string, databaseUrl: string): Promise<Servers> {
  const root = mkdtempSync(join(tmpdir(), "countersign-chaos-"));
  const children = new Map<number, ChildProcess>();
  let isStopping = false;

  const start = (port: number): void => {
    const words = ["start", "--json", "--port", String(port), "--data", join(root, String(ports.indexOf(port)))];
    const child = spawn(process.execPath, [PROGRAM, ...words, "--database", databaseUrl], {
      env: { ...process.env, ...SETTINGS, COUNTERSIGN_PUBLIC_URL: publicUrl },
      // Their logs are full of the faults we make.
      stdio: "ignore",
    });
    children.set(port, child);
    // A server that ends by itself is started again: a supervisor does that in production.
    child.once("exit", () => {
      if (!isStopping && children.get(port) === child) start(port);
    });
  };
  const untilAnswers = async (port: number): Promise<void> => {
    for (;;) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady || isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };

  // The first makes the workspace.
  start(ports[0]!);
  await untilAnswers(ports[0]!);
  for (const port of ports.slice(1)) start(port);
  const untilReady = async (): Promise<void> => void (await Promise.all(ports.map(untilAnswers)));
  await untilReady();
  return {
    signInLink: readFileSync(join(root, "0", "sign-in-link"), "utf8").trim(),
    killOne() {
      children.get(ports[Math.floor(Math.random() * ports.length)]!)!.kill("SIGKILL");
    },
    untilReady,
    async stop() {
      isStopping = true;
      for (const child of children.values()) {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The secrets are of this run alone; servers behind one address must share them. */
const SETTINGS = {
  COUNTERSIGN_SECRET: "chaos-chaos-chaos-chaos-chaos-chaos-0",
  COUNTERSIGN_SECRET_KEY: "chaos-chaos-chaos-chaos-chaos-chaos-1",
  COUNTERSIGN_LEASE_SECONDS: "5",
};
