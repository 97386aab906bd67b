// Payload's conditional update reads and writes in two steps. On PostgreSQL, concurrent requests can interleave between them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { OutcomeUnknown } from "../../../packages/server/src/ports/tool.ts";
import type { Written } from "../../../packages/server/src/tools/connectors/content/content-source.ts";
import { payloadSource } from "../../../packages/server/src/tools/connectors/content/payload/payload-source.ts";
import { startPostgres, type RunningPostgres } from "../../../test/support/start-postgres.ts";
import { startPayload, type RunningPayload } from "../src/start-payload.ts";
import { settingsOf } from "./site.ts";
import { ask, connect } from "./world.ts";

const ROUNDS = 10;
const RACERS = 8;
const LOOK = { workspaceId: "ws_test" };

let postgres: RunningPostgres;
let site: RunningPayload;
beforeAll(async () => {
  postgres = await startPostgres();
  site = await startPayload({ databaseUrl: postgres.url });
});
afterAll(async () => {
  await site?.close();
  await postgres?.stop();
});

async function eachRound(race: (round: number) => Promise<number>): Promise<number[]> {
  const winners: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) winners.push(await race(round));
  return winners;
}

test("by themselves several writers get past one condition, and all but one lose what they wrote", async () => {
  const winners = await eachRound(async (round) => {
    const { body } = await ask(site, "GET", "/products/1?depth=0");
    const where = `where[and][0][id][equals]=1&where[and][1][updatedAt][equals]=${encodeURIComponent(body.updatedAt)}`;
    const answers = await Promise.all(
      Array.from({ length: RACERS }, (_, n) =>
        ask(site, "PATCH", `/products?locale=en&${where}`, { weight: round * RACERS + n }),
      ),
    );
    return answers.filter((answer) => answer.body.docs.length === 1).length;
  });
  expect(Math.max(...winners)).toBeGreaterThan(1);
});

/** One write per URL at the same time, each through its own connection. OutcomeUnknown means another writer also wrote. */
async function race(urls: readonly string[], round: number): Promise<(Written | undefined | OutcomeUnknown)[]> {
  const element = await payloadSource(connect(site)).find({ kind: "object", id: "products__2" }, LOOK);
  if (!element) throw new Error("it is not there");
  return Promise.all(
    urls.map((url, n) => {
      const next = { ...element, value: { ...element.value, weight: round * RACERS + n + 0.5 } };
      const write = { kind: "object", id: element.id, version: element.version, next, changed: ["weight"] } as const;
      const context = { ...LOOK, actionId: null, signal: AbortSignal.timeout(30_000) };
      return payloadSource(connect(site, { url }))
        .write(write, context)
        .catch((error: unknown) => {
          if (error instanceof OutcomeUnknown) return error;
          throw error;
        });
    }),
  );
}

const isWritten = (one: Written | undefined | OutcomeUnknown): one is Written => one !== undefined && !(one instanceof Error);

test("of the writers of one process exactly one gets past it, whichever connection they come through", async () => {
  const { url } = settingsOf(site);
  const urls = Array.from({ length: RACERS }, (_, n) => url + "/".repeat(n % 2));
  expect(await eachRound(async (round) => (await race(urls, round)).filter(isWritten).length)).toEqual(Array(ROUNDS).fill(1));
});

test("of those that do not see each other at most one is told it wrote; who wrote over another is told so", async () => {
  // The connector cannot tell that these hosts are one site, as separate processes cannot see each other's writes.
  const names = ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"];
  const urls = names.map((name) => settingsOf(site).url.replace("127.0.0.1", name));
  let crossed = 0;
  const winners = await eachRound(async (round) => {
    const ended = await race(urls, round);
    crossed += ended.filter((one) => one instanceof OutcomeUnknown).length;
    return ended.filter(isWritten).length;
  });
  expect(Math.max(...winners)).toBe(1);
  expect(crossed).toBeGreaterThan(0);
});
