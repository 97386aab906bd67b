import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { MAX_SHARED_VIEWS, MAX_VIEWS_PER_PERSON, type CreateSavedView } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { removeMember } from "../../src/identity/members.ts";
import { openPeople } from "../../src/identity/people-tables.ts";
import { codeOf, need, openGate, type Gate } from "../support/gate.ts";

const kind = inject("database");

describe(`saved views on ${kind}`, () => {
  let gate: Gate;
  let theirs: Gate;
  let people: Gate["people"];
  beforeAll(async () => {
    gate = await openGate(kind, { started: false });
    theirs = await openGate(kind, { started: false, database: gate.database });
    ({ people } = gate);
  });
  afterAll(async () => gate?.close());
  beforeEach(async () => {
    await gate.database.kysely.deleteFrom("savedView").execute();
  });

  const views = () => gate.engine.savedViews;
  const save = async (by: Principal, view: Partial<CreateSavedView> = {}) =>
    need(await views().create(by, { page: "inbox", name: "Payments", query: "tool=pay", ...view }));
  const namesOf = async (by: Principal, of = gate) => need(await of.engine.savedViews.list(by)).map(({ name }) => name);
  const eventsOf = async (id: string) =>
    need(await gate.engine.audit.page(people.admin, { limit: 200, sort: "newest" }))
      .filter(({ data }) => data["viewId"] === id)
      .toReversed();

  test("G58 every member has views of their own, which nobody else sees, changes or deletes", async () => {
    for (const by of [people.viewer, people.approver, people.admin]) {
      const { id, ...view } = await save(by, { name: `of ${by.name}`, query: "status=failed&q=a%20b" });
      expect(view).toMatchObject({ query: "status=failed&q=a%20b", shared: false, author: { id: by.id, isMember: true } });
      expect(await namesOf(by)).toEqual([`of ${by.name}`]);
      const strangers = [people.admin, people.other].filter((other) => other !== by);
      for (const other of strangers) {
        expect(codeOf(await views().change(other, id, { name: "mine" }))).toBe("NOT_FOUND");
        expect(codeOf(await views().remove(other, id))).toBe("NOT_FOUND");
      }
      expect(need(await views().change(by, id, { name: "renamed", query: "" }))).toMatchObject({ name: "renamed", query: "" });
      expect(need(await views().remove(by, id))).toEqual({ id });
      expect(await namesOf(by)).toEqual([]);
      expect(await eventsOf(id)).toEqual([]);
    }
  });

  test("G58 a shared view is everybody's to use, and its author's and administrators' to change", async () => {
    const { id } = await save(people.viewer, { shared: true });
    const mayChange = async (by: Principal) => need(await views().list(by)).map((view) => view.mayChange);
    expect(await mayChange(people.approver)).toEqual([false]);
    expect(codeOf(await views().change(people.approver, id, { query: "tool=other" }))).toBe("FORBIDDEN");
    expect(codeOf(await views().change(people.approver, id, { shared: false }))).toBe("FORBIDDEN");
    expect(codeOf(await views().remove(people.approver, id))).toBe("FORBIDDEN");

    expect([await mayChange(people.viewer), await mayChange(people.admin)]).toEqual([[true], [true]]);
    need(await views().change(people.admin, id, { name: "Pays", query: "tool=pay&risk=5" }));
    expect(need(await views().change(people.viewer, id, { shared: false }))).toMatchObject({ name: "Pays", shared: false });
    expect(await namesOf(people.approver)).toEqual([]);
    need(await views().change(people.viewer, id, { shared: true }));

    // An administrator who makes it private gives it back to its author.
    need(await views().change(people.admin, id, { shared: false }));
    expect([await namesOf(people.admin), await namesOf(people.viewer)]).toEqual([[], ["Pays"]]);
    const own = await save(people.approver, { shared: true });
    need(await views().remove(people.admin, own.id));
    expect(await namesOf(people.approver)).toEqual([]);
  });

  test("each change that others see is on the log, with what the view was", async () => {
    const { id } = await save(people.approver);
    need(await views().change(people.approver, id, { name: "Quiet" }));
    need(await views().change(people.approver, id, { shared: true }));
    need(await views().change(people.approver, id, { shared: true, name: "Quiet" }));
    need(await views().change(people.admin, id, { query: "tool=fail" }));
    need(await views().change(people.admin, id, { shared: false, name: "Secret" }));
    need(await views().change(people.approver, id, { shared: true }));
    need(await views().remove(people.approver, id));
    const view = { viewId: id, page: "inbox", authorId: people.approver.id };
    const told = (await eventsOf(id)).map(({ kind: what, by, data }) => [what, by.id, data]);
    expect(told).toEqual([
      ["view.shared", people.approver.id, { ...view, name: "Quiet", query: "tool=pay" }],
      [
        "view.changed",
        people.admin.id,
        { ...view, name: "Quiet", query: "tool=fail", formerName: "Quiet", formerQuery: "tool=pay" },
      ],
      ["view.unshared", people.admin.id, { ...view, name: "Quiet", query: "tool=fail" }],
      ["view.shared", people.approver.id, { ...view, name: "Secret", query: "tool=fail" }],
      ["view.deleted", people.approver.id, { ...view, name: "Secret", query: "tool=fail" }],
    ]);
  });

  test("a name is taken once among one's own views of a page, and once among the shared ones", async () => {
    const own = await save(people.approver);
    const taken = await views().create(people.approver, { page: "inbox", name: "PAYMENTS", query: "" });
    expect(taken).toMatchObject({ refusal: { code: "INVALID_INPUT", errors: [{ path: "/name", message: "is taken" }] } });
    await save(people.approver, { page: "audit" });
    await save(people.other);
    const shared = await save(people.viewer, { shared: true });
    expect(codeOf(await views().change(people.approver, own.id, { shared: true }))).toBe("INVALID_INPUT");
    expect(codeOf(await views().change(people.other, (await save(people.other, { name: "x" })).id, { name: "payments" }))).toBe(
      "INVALID_INPUT",
    );
    // Another spelling of its own name is no other view.
    expect(need(await views().change(people.viewer, shared.id, { name: "payments" }))).toMatchObject({ name: "payments" });
    const together = await Promise.all(
      [1, 2, 3, 4].map(() => views().create(people.admin, { page: "inbox", name: "Once", query: "", shared: true })),
    );
    expect(together.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("a person has a limited number of views, and a workspace of shared ones", async () => {
    const fill = async (by: Principal, count: number, owner: string | null) =>
      sql`insert into saved_view (workspace_id, id, page, name, query, author_id, author_name, owner_id)
        select ${by.workspaceId}, ${by.name} || n, 'inbox', ${by.name} || n, '', ${by.id}, ${by.name}, ${owner}
        from generate_series(1, ${count}::int) n`.execute(gate.database.kysely);
    await fill(people.approver, MAX_VIEWS_PER_PERSON - 2, people.approver.id);
    const racing = await Promise.all(
      ["a", "b", "c"].map((name) => views().create(people.approver, { page: "audit", name, query: "" })),
    );
    expect(racing.map(codeOf).toSorted()).toEqual(["INVALID_STATE", "ok", "ok"]);
    expect(codeOf(await views().create(people.approver, { page: "inbox", name: "d", query: "", shared: true }))).toBe(
      "INVALID_STATE",
    );
    const last = await save(people.other, { name: "last" });
    await fill(people.admin, MAX_SHARED_VIEWS, null);
    expect(codeOf(await views().change(people.other, last.id, { shared: true }))).toBe("INVALID_STATE");
    expect(codeOf(await views().create(people.viewer, { page: "audit", name: "e", query: "", shared: true }))).toBe(
      "INVALID_STATE",
    );
    await save(people.viewer, { name: "own" });
    // The limits are about more views, not about those that are there.
    need(await views().change(people.admin, `${people.admin.name}1`, { name: "renamed" }));
  });

  test("G58 a removed member's private views go, and the shared ones stay under their name", async () => {
    const leaving = people.other;
    const { id } = await save(leaving, { name: "Shared", shared: true });
    await save(leaving, { name: "Private" });
    need(await removeMember(openPeople(gate.database.kysely), people.admin, leaving.id));
    expect(need(await views().list(people.viewer))).toMatchObject([
      { name: "Shared", author: { id: leaving.id, name: leaving.name, isMember: false } },
    ]);
    const { rows } = await sql<{ name: string }>`select name from saved_view`.execute(gate.database.kysely);
    expect(rows).toEqual([{ name: "Shared" }]);
    const refused = await views().change(people.admin, id, { shared: false });
    expect(codeOf(refused)).toBe("INVALID_STATE");
    need(await views().change(people.admin, id, { name: "Kept" }));
    // Whoever was removed while the request was on its way writes nothing.
    expect(codeOf(await views().create(leaving, { page: "inbox", name: "late", query: "" }))).toBe("FORBIDDEN");
    await gate.database.kysely
      .insertInto("member")
      .values({ workspaceId: leaving.workspaceId, userId: leaving.id, role: "approver" })
      .execute();
    expect(need(await views().list(leaving))).toMatchObject([{ name: "Kept", mayChange: true, author: { isMember: true } }]);
  });

  test("G58 agents, workers and other workspaces have nothing to do with them", async () => {
    const { id } = await save(people.admin, { shared: true });
    for (const by of [gate.agent, gate.worker]) {
      expect(codeOf(await views().list(by))).toBe("FORBIDDEN");
      expect(codeOf(await views().create(by, { page: "inbox", name: "n", query: "" }))).toBe("FORBIDDEN");
      expect(codeOf(await views().change(by, id, { name: "n" }))).toBe("FORBIDDEN");
      expect(codeOf(await views().remove(by, id))).toBe("FORBIDDEN");
    }
    expect(await namesOf(theirs.people.admin, theirs)).toEqual([]);
    expect(codeOf(await theirs.engine.savedViews.change(theirs.people.admin, id, { name: "n" }))).toBe("NOT_FOUND");
    expect(codeOf(await theirs.engine.savedViews.remove(theirs.people.admin, id))).toBe("NOT_FOUND");
    expect(await namesOf(people.viewer)).toEqual(["Payments"]);
  });
});
