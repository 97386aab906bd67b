import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { never } from "../support/never.ts";
import { opsgenieConnector } from "../../src/tools/connectors/opsgenie/opsgenie-connector.ts";
import { pagerdutyConnector } from "../../src/tools/connectors/pagerduty/pagerduty-connector.ts";
import { rotaConnector } from "../../src/tools/connectors/rota/rota-connector.ts";
import { startFaultyServer, type FaultyServer } from "./fakes/faulty-server.ts";
import { OPSGENIE_ID, OPSGENIE_KEY, startFakeOpsgenie, type FakeOpsgenie } from "./fakes/opsgenie.ts";
import { PAGERDUTY_TOKEN, SCHEDULE, startFakePagerduty, type FakePagerduty } from "./fakes/pagerduty.ts";
import { openConnection } from "./support.ts";

const teams = { team: "ops", onCallTeam: "ops-on-call" };
const now = new Date();
/** Kind and text of the fault, or what was read. */
const outcome = (read: Promise<string[]>) =>
  read.catch((error: { kind: string; message: string }) => [error.kind, error.message]);

let pagerduty: FakePagerduty;
let opsgenie: FakeOpsgenie;
/** Answers with `odd`. */
let stranger: FaultyServer;
let odd: Response;
beforeAll(async () => {
  pagerduty = await startFakePagerduty();
  opsgenie = await startFakeOpsgenie();
  stranger = await startFaultyServer({ handle: async () => odd, limited: () => new Response("", { status: 429 }) });
});
afterAll(async () => void (await Promise.all([pagerduty.close(), opsgenie.close(), stranger.close()])));

describe("PagerDuty", () => {
  const open = (settings: object = {}, token = PAGERDUTY_TOKEN) =>
    openConnection(pagerdutyConnector, { ...teams, scheduleIds: [SCHEDULE], apiUrl: pagerduty.url, ...settings }, { token });
  const read = (...words: Parameters<typeof open>) => outcome(pagerdutyConnector.onCall!.read(open(...words), now, never));
  beforeEach(() => {
    pagerduty.schedules.clear();
    pagerduty.schedules.set(SCHEDULE, ["ada@example.test", "bob@example.test"]);
    pagerduty.pageSize = 100;
  });

  test("says who is on call by any of the schedules, each person once", async () => {
    pagerduty.schedules.set("PNIGHT1", ["bob@example.test", "cem@example.test"]);
    const all = ["ada@example.test", "bob@example.test", "cem@example.test"];
    expect(await read({ scheduleIds: [SCHEDULE, "PNIGHT1"] })).toEqual(all);
    pagerduty.pageSize = 1;
    expect(await read({ scheduleIds: [SCHEDULE, "PNIGHT1"], apiUrl: `${pagerduty.url}/` })).toEqual(all);
    pagerduty.schedules.set(SCHEDULE, []);
    expect(await read()).toEqual([]);
  });

  test("says what it refuses", async () => {
    expect(await read({}, "wrong-token-000")).toEqual(["auth", "Authentication failed (HTTP 401)"]);
    expect(await read({ scheduleIds: ["PELSE"] })).toEqual(["not_found", "Not Found; Schedule not found (HTTP 404)"]);
    pagerduty.strike("rate_limit", () => true);
    expect(await pagerdutyConnector.onCall!.read(open(), now, never).catch((error: unknown) => error)).toMatchObject({
      kind: "rate_limit",
      retryAfterSeconds: 120,
    });
    pagerduty.strike("error_before", () => true);
    expect((await read())[0]).toBe("server");
    pagerduty.strike("cut_before", () => true);
    expect((await read())[0]).toBe("network");
    pagerduty.strike("hang_before", () => true);
    const soon = AbortSignal.timeout(50);
    expect(await outcome(pagerdutyConnector.onCall!.read(open(), now, soon))).toEqual(["timeout", ""]);
  });

  test("an answer that is not about these schedules, or not as documented, says nothing of who is on call", async () => {
    const entry = (more: object) => ({
      oncalls: [{ user: { email: "eve@example.test" }, schedule: { id: SCHEDULE }, ...more }],
    });
    for (const [answer, says] of [
      [Response.json({ ...entry({ schedule: { id: "POTHER" } }), more: false }), "a different schedule"],
      [Response.json({ ...entry({ schedule: null }), more: false }), "a different schedule"],
      [Response.json({ ...entry({ user: {} }), more: false }), "mail addresses"],
      [Response.json(entry({})), "does not have the documented form, at more"],
      [new Response("<html>"), "does not have the documented form"],
      [new Response("x".repeat(2_000_001)), "larger than 2 MB"],
      [new Response(null, { status: 302, headers: { location: pagerduty.url } }), "redirects"],
    ] as const) {
      odd = answer;
      expect(await read({ apiUrl: stranger.url })).toEqual(["validation", expect.stringContaining(says)]);
    }
  });

  test("ends after a thousand entries", async () => {
    pagerduty.schedules.set(
      SCHEDULE,
      Array.from({ length: 1001 }, (_, n) => `p${n}@example.test`),
    );
    expect(await read()).toEqual(["validation", expect.stringContaining("more than 1000 people on call")]);
  });

  test("its test says who is on call", async () => {
    expect(await pagerdutyConnector.test(open(), never)).toEqual({
      ok: true,
      as: `${new URL(pagerduty.url).host}; on call now: ada@example.test, bob@example.test`,
    });
  });
});

describe("Opsgenie", () => {
  const open = (settings: object = {}, apiKey = OPSGENIE_KEY) =>
    openConnection(opsgenieConnector, { ...teams, schedule: "Ops schedule", apiUrl: opsgenie.url, ...settings }, { apiKey });
  const read = (...words: Parameters<typeof open>) => outcome(opsgenieConnector.onCall!.read(open(...words), now, never));
  beforeEach(() => void opsgenie.schedules.set("Ops schedule", ["ada@example.test"]));

  test("says who is on call by a schedule given by its name or id", async () => {
    expect(await read()).toEqual(["ada@example.test"]);
    expect(await read({ schedule: OPSGENIE_ID, scheduleBy: "id" })).toEqual(["ada@example.test"]);
    opsgenie.schedules.set("Team / night?", ["bob@example.test"]);
    expect(await read({ schedule: "Team / night?" })).toEqual(["bob@example.test"]);
    expect(await opsgenieConnector.test(open(), never)).toMatchObject({
      ok: true,
      as: expect.stringContaining("ada@example.test"),
    });
  });

  test("says what it refuses", async () => {
    expect(await read({}, "00000000-wrong")).toEqual(["auth", "Key format is not valid! (HTTP 401)"]);
    expect(await read({ schedule: "None" })).toEqual(["not_found", "No schedule exists with name [None] (HTTP 404)"]);
    opsgenie.strike("rate_limit", () => true);
    expect((await read())[0]).toBe("rate_limit");
    opsgenie.strike("error_after", () => true);
    expect((await read())[0]).toBe("server");
    odd = Response.json({ data: { onCallParticipants: [] } });
    expect(await read({ apiUrl: stranger.url })).toEqual(["validation", expect.stringContaining("at data.onCallRecipients")]);
  });
});

test("every kind of schedule needs two teams, and settings that it can use", () => {
  const people = ["ada@example.test"];
  const rota = { ...teams, people, start: "2026-11-30T09:00", timeZone: "Europe/Zurich" };
  const faults = (settings: object) =>
    rotaConnector.settings.safeParse({ ...rota, ...settings }).error?.issues.map(({ path }) => path[0]);
  expect(faults({})).toBeUndefined();
  for (const [settings, field] of [
    [{ onCallTeam: "ops" }, "onCallTeam"],
    [{ team: "Ops Team" }, "team"],
    [{ people: [] }, "people"],
    [{ people: ["Ada"] }, "people"],
    [{ start: "2026-02-30T09:00" }, "start"],
    [{ start: "2026-11-30" }, "start"],
    [{ start: "2026-11-30T24:30" }, "start"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ shiftHours: 0 }, "shiftHours"],
  ] as const) {
    expect([settings, faults(settings)]).toEqual([settings, [field]]);
  }
  expect(pagerdutyConnector.settings.safeParse({ ...teams, onCallTeam: "ops", scheduleIds: ["P1"] }).success).toBe(false);
  expect(opsgenieConnector.settings.safeParse({ ...teams, onCallTeam: "ops", schedule: "x" }).success).toBe(false);
});
