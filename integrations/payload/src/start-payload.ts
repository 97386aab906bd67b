import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { OpenSite, SiteKeys } from "./open-site.ts";

export type RunningPayload = OpenSite;

/** Runs the sample site in a child process, as a CMS is one. Its data is removed on close or when this process ends. */
export async function startPayload({ databaseUrl }: { databaseUrl?: string } = {}): Promise<RunningPayload> {
  const child = fork(fileURLToPath(new URL("main.ts", import.meta.url)), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "development", ...(databaseUrl !== undefined && { PAYLOAD_DATABASE_URL: databaseUrl }) },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let told = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (told += text));
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`Payload did not start, it ended with ${code}.\n${told}`);
  });
  const [keys] = (await Promise.race([once(child, "message"), failed])) as [SiteKeys];
  failed.catch(() => undefined);
  return {
    ...keys,
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}
