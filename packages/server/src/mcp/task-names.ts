import { createHmac, timingSafeEqual } from "node:crypto";
import type { Principal } from "../core/principal.ts";

const MARK = "up.";

/** Names upstream tasks so that only the agent they were made for can use the name, on any process of this server. */
export interface TaskNames {
  expose(by: Principal, source: string, taskId: string): string;
  resolve(by: Principal, exposed: string): { source: string; taskId: string } | undefined;
}

/** The first secret signs, all verify. */
export function createTaskNames(secrets: readonly [string, ...string[]]): TaskNames {
  const sign = (by: Principal, named: string, secret: string): string =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["countersign mcp task", by.workspaceId, by.id, named]))
      .digest("base64url")
      .slice(0, 22);
  return {
    expose(by, source, taskId) {
      const named = Buffer.from(JSON.stringify([source, taskId])).toString("base64url");
      return `${MARK}${named}.${sign(by, named, secrets[0])}`;
    },
    resolve(by, exposed) {
      const [mark, named, signature, ...rest] = exposed.split(".");
      if (`${mark}.` !== MARK || named === undefined || signature === undefined || rest.length > 0) return undefined;
      const given = Buffer.from(signature);
      const isSignedWith = (secret: string): boolean => {
        const expected = Buffer.from(sign(by, named, secret));
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (!secrets.some(isSignedWith)) return undefined;
      const [source, taskId] = JSON.parse(Buffer.from(named, "base64url").toString()) as [string, string];
      return { source, taskId };
    },
  };
}
