import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import type { Feature } from "../../src/http/feature.ts";
import { archiveWorkspace, createWorkspace, restoreWorkspace } from "../../src/identity/workspaces.ts";
import { createServedWorkspaces, type ServedWorkspaces } from "../../src/served-workspaces.ts";
import type { Database } from "../../src/store/database.ts";
import { listWorkspaces } from "../../src/store/statements/workspaces.ts";
import { openTestDatabase } from "../support/database.ts";
import { until } from "../support/until.ts";

let database: Database;
let served: ServedWorkspaces;
/** What was asked of the feature, in order. */
let asked: string[];
/** Whether the feature cannot register workspaces of this name, as if one of their rows were broken. */
let isBroken: boolean;
const BROKEN = "Broken";
/** Messages of the log. */
let said: string[];

const create = async (name = `W ${randomUUID()}`): Promise<string> => {
  const made = await createWorkspace(database, {
    name,
    admin: { name: "Ann", email: `${randomUUID()}@acme.test` },
  });
  if (!made.ok) throw new Error(made.refusal.detail);
  database.notify(made.value.workspaceId);
  return made.value.workspaceId;
};
const untilAsked = (...words: string[]) =>
  until(
    () => asked,
    () => words.every((word) => asked.includes(word)),
  );

beforeEach(async () => {
  database = await openTestDatabase(inject("database"));
  asked = [];
  isBroken = true;
  said = [];
  const feature: Feature = {
    name: "test",
    routes: [],
    register: async (id) => {
      asked.push(`register ${id}`);
      const broken = (await listWorkspaces(database.kysely)).find(({ name }) => name === BROKEN);
      if (isBroken && broken?.id === id) throw new Error("a row is broken");
    },
    serve: (id) => void asked.push(`serve ${id}`),
    leave: async (id) => void asked.push(`leave ${id}`),
  };
  served = createServedWorkspaces({
    database,
    engine: {
      declaredTools: {
        register: () => Promise.reject(new Error("not here")),
        registerServer: async (id) => database.notify(id),
      },
    },
    features: [feature],
    log: (_level, message) => void said.push(message),
  });
});
afterEach(async () => {
  await served.stop();
  await database.close();
});

test("G35 every workspace is registered before the start, and begins its work once the gate runs", async () => {
  const ids = [await create(), await create(), await create(), await create(), await create(), await create()];
  await served.register();
  expect([...asked].sort()).toEqual(ids.map((id) => `register ${id}`).sort());
  asked.length = 0;
  served.serve();
  expect([...asked].sort()).toEqual(ids.map((id) => `serve ${id}`).sort());
});

test("a workspace that cannot be registered keeps the server from starting", async () => {
  await create();
  await create(BROKEN);
  await expect(served.register()).rejects.toThrow("a row is broken");
});

test("G35 one that appears is served, one that is archived is left, and served again when it is restored", async () => {
  const first = await create();
  await served.register();
  served.serve();
  const second = await create();
  await untilAsked(`register ${second}`, `serve ${second}`);
  expect(asked.indexOf(`register ${second}`)).toBeLessThan(asked.indexOf(`serve ${second}`));
  expect(await archiveWorkspace(database, second)).toMatchObject({ ok: true });
  await untilAsked(`leave ${second}`);
  asked.length = 0;
  expect(await restoreWorkspace(database, second)).toMatchObject({ ok: true });
  await untilAsked(`register ${second}`, `serve ${second}`);
  expect(asked).not.toContain(`leave ${first}`);
});

test("G35 a workspace that cannot be served keeps none of the others from being served, and is tried again", async () => {
  const first = await create();
  await served.register();
  served.serve();
  const bad = await create(BROKEN);
  await untilAsked(`register ${bad}`);
  const good = await create();
  await untilAsked(`serve ${good}`);
  expect(asked).not.toContain(`serve ${bad}`);
  await until(() => said.includes("a workspace that appeared or was archived could not be followed"));
  // Its own notifications ask for no further try, which would end in the next one.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(asked.filter((word) => word === `register ${bad}`).length).toBeLessThan(4);
  isBroken = false;
  await untilAsked(`serve ${bad}`);
  expect(asked.filter((word) => word === `serve ${first}`)).toHaveLength(1);
});

test("G35 one that could be registered in part only is left when it is archived", async () => {
  await create();
  await served.register();
  served.serve();
  const bad = await create(BROKEN);
  await untilAsked(`register ${bad}`);
  expect(await archiveWorkspace(database, bad)).toMatchObject({ ok: true });
  await untilAsked(`leave ${bad}`);
  expect(asked).not.toContain(`serve ${bad}`);
});
