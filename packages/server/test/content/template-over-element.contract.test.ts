import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { ContentElement, ContentField, ElementKind, JsonObject } from "@countersign/protocol";
import { readFile } from "node:fs/promises";
import { productPath, sampleId } from "../../../../examples/sample-catalogue/sample-catalogue.ts";
import { codeOf, need, untilStatus } from "../support/gate.ts";
import { openContentGate, type ContentGate } from "./embedded-world.ts";

const CHAIR = sampleId(`object ${productPath(0)}`);
const TABLE = sampleId(`object ${productPath(1)}`);
const LABEL = sampleId("template /labels/price");
const NAME_ONLY = "<i>{{ name.en }}</i>";
const MIGRATION = new URL("../../src/store/migrations/0049_sample_element.sql", import.meta.url);

const kind = inject("database");

/** Tests templates rendered over the fields of elements that a reader chooses, before and after approval. */
describe(`templates over elements on ${kind}`, () => {
  let gate: ContentGate;
  beforeAll(async () => {
    gate = await openContentGate(kind);
  }, 180_000);
  afterAll(() => gate?.close());

  const read = async (id: string): Promise<ContentElement> => need(await gate.content.element(gate.people.admin, id));
  const propose = async (input: JsonObject) =>
    gate.engine.proposals.propose(gate.agent, { toolName: "propose_template", toolInput: { proposals: [input] } });
  const proposed = async (input: JsonObject): Promise<string> => {
    const { pendingActionId } = need(await propose(input));
    if (pendingActionId === null) throw new Error("nothing was stored");
    return pendingActionId;
  };
  const sideOf = async (action: string, side: "current" | "proposed", element?: string): Promise<string> =>
    need(await gate.content.proposalPage(gate.people.viewer, action, side, element));
  const create = async (of: ElementKind, type: string, path: string, value: JsonObject): Promise<ContentElement> =>
    need(await gate.content.create(gate.people.admin, { kind: of as "object", type, path, value }));
  const storeType = async (name: string, fields: ContentField[]): Promise<void> =>
    void need(
      await gate.content.writeType(gate.people.admin, "object", name, { title: name, languages: ["en", "de"], fields }),
    );

  test("the current and the proposed source are rendered over the current fields of the chosen element", async () => {
    const action = await proposed({ path: "/labels/price", source: NAME_ONLY });
    const [chair, table] = await Promise.all([read(CHAIR), read(TABLE)]);
    for (const { id, value } of [chair, table]) {
      const { name, price } = value as { name: { en: string }; price: { amount: string } };
      expect(await sideOf(action, "current", id)).toContain(`<strong>${name.en}</strong><br>${price.amount}`);
      expect(await sideOf(action, "proposed", id)).toBe(`<i>${name.en}</i>`);
    }
    const { version, value } = table;
    need(
      await gate.content.change(gate.people.admin, TABLE, {
        version,
        set: { name: { ...(value["name"] as JsonObject), en: "A table of today" } },
      }),
    );
    expect(await sideOf(action, "proposed", TABLE)).toBe("<i>A table of today</i>");
    expect(await sideOf(action, "proposed")).toBe("<i>Oslo chair</i>");
  });

  test("G19 a look at another element changes nothing of what is approved; then the stored version is rendered", async () => {
    const action = await proposed({ path: "/labels/price", source: "<b>{{ name.en }}</b>" });
    const before = need(await gate.engine.actions.get(gate.people.viewer, action));
    for (const element of [CHAIR, TABLE]) await sideOf(action, "proposed", element);
    const after = need(await gate.engine.actions.get(gate.people.viewer, action));
    expect(after).toEqual(before);
    need(await gate.engine.decisions.approve(gate.people.approver, action, { channel: "api", digest: before.digest }));
    expect((await untilStatus(gate, action, "executed", "failed")).status).toBe("executed");
    expect(need(await gate.content.page(gate.people.viewer, LABEL, CHAIR))).toBe("<b>Oslo chair</b>");
    // The action keeps both sides as they were decided on.
    expect(await sideOf(action, "current", CHAIR)).toContain("<strong>Oslo chair</strong>");
  });

  test("G19 an element that the reader may not view does not exist for them", async () => {
    const action = await proposed({ path: "/labels/price", source: "<u>{{ name.en }}</u>" });
    const { path } = await read(CHAIR);
    const who = { kind: "user" as const, id: gate.people.viewer.id };
    need(await gate.content.writeRights(gate.people.admin, [{ folder: path, kind: null, who, rights: [] }], true));
    const { viewer, approver } = gate.people;
    for (const id of [CHAIR, "no-such-element"]) {
      expect(codeOf(await gate.content.proposalPage(viewer, action, "proposed", id))).toBe("NOT_FOUND");
      expect(codeOf(await gate.content.page(viewer, LABEL, id))).toBe("NOT_FOUND");
    }
    expect(need(await gate.content.proposalPage(approver, action, "proposed", CHAIR))).toBe("<u>Oslo chair</u>");
    need(await gate.content.writeRights(gate.people.admin, [], true));
  });

  test("a template over a template, and a document over an element, are refused in words", async () => {
    const other = await gate.content.page(gate.people.viewer, LABEL, LABEL);
    expect(codeOf(other)).toBe("INVALID_INPUT");
    expect(other.ok || other.refusal.detail).toBe(
      "A template is rendered with an element of the kind object, asset, document, tag.",
    );
    const page = await gate.content.page(gate.people.viewer, sampleId("document /about"), CHAIR);
    expect(page.ok || page.refusal.detail).toBe("Only templates can be rendered with an element.");
  });

  test("what does not fit an element is said in words, with the line", async () => {
    const action = await proposed({ path: "/labels/price", source: "<p>\n{{ price.amount }}</p>" });
    const maker = await create("object", "maker", "/makers/without-a-price", { name: "Nobody" });
    expect(await sideOf(action, "proposed", maker.id)).toContain(
      "This page cannot be rendered: line 2: Variable &#34;price&#34; does not exist.",
    );
  });

  test("G20 hostile data in an element is text, and ends at the limits of templates", async () => {
    await storeType("hostile", [
      { name: "text", kind: "code" },
      { name: "constructor", kind: "code" },
      { name: "items", kind: "json" },
    ]);
    const script = `<script>alert(1)</script>"'{{ 7*7 }}{% include '/etc/passwd' %}`;
    const source = "<p title='{{ text }}'>{{ text }}</p>{{ constructor|default('no constructor') }}";
    const action = await proposed({ path: "/labels/hostile", source, context: { text: "sample" } });
    const hostile = await create("object", "hostile", "/hostile/text", { text: script });
    const html = await sideOf(action, "proposed", hostile.id);
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("{{ 7*7 }}{% include");
    expect(html).toContain("no constructor");

    const address = await proposed({ path: "/labels/link", source: '<a href="{{ text }}">x</a>', context: { text: "/here" } });
    const link = await create("object", "hostile", "/hostile/link", { text: "javascript:alert(1)" });
    expect(await sideOf(address, "proposed", link.id)).toContain("This page cannot be rendered: In the template&#39;s output");

    const loop = "{% for a in items.of %}{% for b in items.of %}{% for c in items.of %}{% endfor %}{% endfor %}{% endfor %}";
    const slow = await proposed({ path: "/labels/slow", source: loop, context: { items: { of: [] } } });
    const many = await create("object", "hostile", "/hostile/many", {
      items: { of: Array.from({ length: 3000 }, (_, n) => n) },
    });
    expect(await sideOf(slow, "proposed", many.id)).toContain(
      "This page cannot be rendered: The template was ended after 1500",
    );

    const big = await create("object", "hostile", "/hostile/big", {
      text: "x".repeat(190_000),
      constructor: "x".repeat(90_000),
    });
    expect(await sideOf(action, "proposed", big.id)).toContain(
      "This page cannot be rendered: The template&#39;s data has more than",
    );
  });

  test("an agent names an element: the template must render over it too, and it must be one the agent may view", async () => {
    const reasonOf = async (input: JsonObject) => {
      const refused = await propose({ path: "/labels/named", ...input });
      return refused.ok || refused.refusal.errors?.[0];
    };
    const context = { name: "flat" };
    expect(await reasonOf({ source: "{{ name }}", context, sampleElement: CHAIR })).toMatchObject({
      path: "/toolInput/proposals/0/source",
      message: expect.stringMatching(/^over \/products\/chairs\/oslo-chair: line 1: /) as string,
    });
    expect(await reasonOf({ source: NAME_ONLY, sampleElement: "none" })).toMatchObject({
      path: "/toolInput/proposals/0/sampleElement",
      message: "there is no element with the id none",
    });
    const { path } = await read(TABLE);
    const who = { kind: "agent" as const, id: null };
    need(await gate.content.writeRights(gate.people.admin, [{ folder: path, kind: null, who, rights: [] }], true));
    expect(await reasonOf({ source: NAME_ONLY, sampleElement: TABLE })).toMatchObject({
      message: `there is no element with the id ${TABLE}`,
    });
    need(await gate.content.writeRights(gate.people.admin, [], true));
    const action = await proposed({ path: "/labels/named", source: NAME_ONLY, sampleElement: CHAIR });
    need(await gate.engine.decisions.approve(gate.people.approver, action, { channel: "api" }));
    const { result } = await untilStatus(gate, action, "executed", "failed");
    expect((await read((result as { id: string }).id)).value).toEqual({ source: NAME_ONLY, sampleElement: CHAIR });
  });

  test("templates that were stored before get the field by the migration, once", async () => {
    const { kysely } = gate.database;
    const fieldsNow = async (): Promise<ContentField[]> =>
      need(await gate.content.types(gate.people.admin)).find(({ name }) => name === "template")!.fields;
    const fields = await fieldsNow();
    const former = JSON.stringify(fields.filter(({ name }) => name !== "sampleElement"));
    await sql`update content_type set fields = ${former} where kind = 'template'`.execute(kysely);
    const text = await readFile(MIGRATION, "utf8");
    for (const _ of [1, 2]) await sql.raw(text).execute(kysely);
    expect(await fieldsNow()).toEqual(fields);
  });
});
