import type { JsonObject } from "@countersign/protocol";
import { afterAll, expect, test } from "vitest";
import { AnswerTooLarge } from "../../../src/tools/upstreams/rpc-peer.ts";
import { closeAll, ODD_SERVER, online, runNode, specOf } from "./support.ts";
import { never } from "../../support/never.ts";

const SECRET = "sesame-open-123";
/** The secret in every encoding, without the edge characters that depend on neighbouring bytes. */
const FORMS = [
  SECRET,
  Buffer.from(SECRET).toString("base64").slice(0, -1),
  Buffer.from(`a${SECRET}`).toString("base64").slice(2, -2),
  Buffer.from(`ab${SECRET}`).toString("base64").slice(3, -2),
  Buffer.from(SECRET).toString("hex"),
];

afterAll(closeAll);

const expectMasked = (seen: unknown): void => {
  const text = JSON.stringify(seen);
  expect(FORMS.filter((form) => text.includes(form))).toEqual([]);
  expect(text).toContain("[secret]");
};

test("G28 what an upstream was configured with does not come back in anything it says", async () => {
  const { upstream, lists, logged } = await online(specOf(runNode(ODD_SERVER, "leaks"), { secrets: [SECRET] }));
  expectMasked(lists);
  expectMasked([upstream.instructions]);
  const seen: Record<string, unknown[]> = { progress: [], notes: [], questions: [] };
  const result = await upstream.request(
    "tools/call",
    { name: "echoes" },
    {
      signal: never,
      onProgress: (params) => void seen["progress"]?.push(params),
      onNotification: (_method, params) => void seen["notes"]?.push(params),
      onRequest: async (_method, params): Promise<JsonObject> => {
        seen["questions"]?.push(params);
        return { action: "decline" };
      },
    },
  );
  expectMasked(result);
  for (const part of Object.values(seen)) expectMasked(part);
  const refused = await upstream
    .request("tools/call", { name: "echoesError" }, { signal: never })
    .catch((error: Error & { data?: unknown }) => [error.message, error.data]);
  expectMasked(refused);
  expectMasked([JSON.stringify(logged), "[secret]"]);
});

test("a secret too short to be masked is named when the upstream is opened", async () => {
  const { logged } = await online(specOf(runNode(ODD_SERVER), { secrets: ["abc"], unmasked: ["PIN"] }));
  expect(logged.join()).toContain("fewer than 6 characters");
  expect(logged.join()).toContain("PIN");
});

test("G28 the beginning of an answer that is too large to be read holds no secret, and no part of one at its end", async () => {
  const { upstream } = await online(specOf(runNode(ODD_SERVER), { secrets: [SECRET] }));
  const error: unknown = await upstream.request("tools/call", { name: "longEchoes" }, { signal: never }).catch((each) => each);
  expect(error).toBeInstanceOf(AnswerTooLarge);
  const { start } = (error as AnswerTooLarge).skipped;
  expectMasked(start);
  expect(start).not.toContain("sesame");
  expect(start.length).toBeGreaterThan(32 * 1024);
});
