import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ElementKind, JsonObject } from "@countersign/protocol";
import { InvalidInput, ToolFailure } from "../../src/ports/tool.ts";
import { planChange, type Plan } from "../../src/tools/connectors/content/change/plan-change.ts";
import type { ElementChange } from "../../src/tools/connectors/content/change/merge-change.ts";
import type { ContentSource, Element, Look, WriteContext, Written } from "../../src/tools/connectors/content/content-source.ts";
import { findTypeFaults } from "../../src/tools/connectors/content/fields/find-type-faults.ts";
import { writeOf } from "../../src/tools/connectors/content/tools/update-tools.ts";

/** An element with two valid changes and an invalid one. */
export interface Specimen {
  kind: ElementKind;
  id: string;
  /** Fields that the contract may set; `one` and `two` hold two different values for them. */
  one: JsonObject;
  two: JsonObject;
  bad: JsonObject;
}

/** A source with the elements that the contract needs. */
export interface SourceWorld {
  source: ContentSource;
  look: Look;
  object: Specimen;
  asset: Specimen;
  document: Specimen;
  /** Ids of two tags that `object` does not have. */
  tags: [string, string];
  /** A relation field of `object`. */
  relation: string;
  /** Runs a write as the gate does; in a transaction if the source needs one. */
  writing<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
  /** Edits an element without the gate, such as in the system's own pages. */
  editOutside(kind: ElementKind, id: string, set: JsonObject): Promise<void>;
  close(): Promise<void>;
}

const RACERS = 8;

/** Promises of every content source. */
export function sourceContract(name: string, openWorld: () => Promise<SourceWorld>): void {
  describe(`the contract of content sources: ${name}`, () => {
    let world: SourceWorld;
    beforeAll(async () => {
      world = await openWorld();
    }, 180_000);
    afterAll(() => world?.close(), 60_000);

    const read = async ({ kind, id }: Pick<Specimen, "kind" | "id">): Promise<Element> => {
      const element = await world.source.find({ kind, id }, world.look);
      if (!element) throw new Error(`${kind} ${id} is not there`);
      return element;
    };
    const plan = (of: Specimen, change: ElementChange): Promise<Plan> =>
      planChange(world.source, { kind: of.kind, id: of.id }, change, { set: "/set", tags: "/tags" }, world.look);
    const write = (planned: Plan): Promise<Written | undefined> =>
      world.writing((context) => world.source.write(writeOf(planned), context));
    const specimens = ["object", "asset", "document"] as const;

    test("its types are ones that values can be checked by", async () => {
      const types = await world.source.types(world.look);
      expect(types.flatMap((type) => findTypeFaults(type))).toEqual([]);
      expect(new Set(types.map(({ kind }) => kind))).toEqual(new Set(["object", "asset", "document", "tag", "template"]));
    });

    test("an element is found by its id and by its path, and reads the same twice", async () => {
      for (const one of specimens) {
        const element = await read(world[one]);
        expect(element.kind).toBe(world[one].kind);
        expect(await world.source.find({ kind: element.kind, path: element.path }, world.look)).toEqual(element);
      }
      expect(await world.source.find({ kind: "object", id: "nothing-has-this-id" }, world.look)).toBeUndefined();
      expect(await world.source.find({ kind: "object", path: "/nothing/is/here" }, world.look)).toBeUndefined();
    });

    test("pages of a list hold every element once, by path", async () => {
      const whole = await world.source.list({ kind: "object", limit: 100 }, world.look);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await world.source.list({ kind: "object", limit: 7, ...(cursor && { cursor }) }, world.look);
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined && paged.length < 100);
      expect(new Set(paged).size).toBe(paged.length);
      expect(paged.slice(0, whole.items.length)).toEqual(whole.items.map(({ id }) => id).slice(0, paged.length));
      expect(whole.items.map(({ id }) => id)).toContain(world.object.id);
    });

    test("what is named by id is found at once, and only what is there", async () => {
      const ids = [world.object.id, world.asset.id, ...world.tags, "nothing-has-this-id"];
      const found = await world.source.findReferences(ids, world.look);
      expect(new Set(found.map(({ id, kind }) => `${kind} ${id}`))).toEqual(
        new Set([`object ${world.object.id}`, `asset ${world.asset.id}`, ...world.tags.map((id) => `tag ${id}`)]),
      );
    });

    test.each(specimens)("G19 a dry run of a change of an %s writes nothing, be it valid or not", async (one) => {
      const before = await read(world[one]);
      await plan(world[one], { set: world[one].one });
      await expect(plan(world[one], { set: world[one].bad })).rejects.toBeInstanceOf(InvalidInput);
      await expect(plan(world[one], { set: { nothingIsCalledThis: 1 } })).rejects.toBeInstanceOf(InvalidInput);
      expect(await read(world[one])).toEqual(before);
    });

    test.each(specimens)("G19 what a plan of an %s says is what is there afterwards", async (one) => {
      const before = await read(world[one]);
      const planned = await plan(world[one], { set: world[one].one });
      expect(planned.changed).toEqual(expect.arrayContaining(Object.keys(world[one].one)));
      const written = await write(planned);
      const after = await read(world[one]);
      expect(after.value).toEqual(planned.next.value);
      expect(after.tags).toEqual(planned.next.tags);
      expect(after.version).not.toBe(before.version);
      expect(written).toMatchObject({ id: before.id, path: before.path, version: after.version });
      if (before.revision !== null) expect(after.revision).toBe(before.revision + 1);
    });

    test.each(specimens)("G19 a change made from an older version of an %s writes nothing", async (one) => {
      const planned = await plan(world[one], { set: world[one].two });
      await world.editOutside(world[one].kind, world[one].id, flip(world[one], await read(world[one])));
      const meanwhile = await read(world[one]);
      expect(meanwhile.version).not.toBe(planned.element?.version);
      expect(await write(planned)).toBeUndefined();
      expect(await read(world[one])).toEqual(meanwhile);
    });

    test("a change that was made already is refused as one that changes nothing", async () => {
      await write(await plan(world.object, { set: flip(world.object, await read(world.object)) }));
      const now = await read(world.object);
      const same = Object.fromEntries(Object.keys(world.object.one).map((key) => [key, now.value[key] ?? null]));
      await expect(plan(world.object, { set: same })).rejects.toThrow(/changes nothing/);
    });

    test("G19 of many who write from one version, exactly one does", async () => {
      const planned = await plan(world.object, { set: flip(world.object, await read(world.object)) });
      const written = await Promise.all(Array.from({ length: RACERS }, () => write(planned)));
      expect(written.filter((one) => one !== undefined)).toHaveLength(1);
      expect((await read(world.object)).value).toEqual(planned.next.value);
    });

    test("tags are put on and taken off, and those that are not there are refused", async () => {
      await write(await plan(world.object, { tags: { add: world.tags, remove: [] } }));
      const tagged = await read(world.object);
      expect(tagged.tags).toEqual(expect.arrayContaining(world.tags));
      await write(await plan(world.object, { tags: { add: [], remove: [world.tags[0]] } }));
      expect((await read(world.object)).tags).not.toContain(world.tags[0]);
      expect((await read(world.object)).tags).toContain(world.tags[1]);
      await expect(plan(world.object, { tags: { add: [world.object.id], remove: [] } })).rejects.toThrow(/no tag/);
    });

    test("a relation to what is not there is refused by name", async () => {
      const refused = plan(world.object, { set: { [world.relation]: "nothing-has-this-id" } });
      await expect(refused).rejects.toThrow(/nothing-has-this-id/);
      await expect(refused).rejects.toMatchObject({ path: `/set/${world.relation}` });
    });

    test("a document is a draft until it is published", async () => {
      await write(await plan(world.document, { set: flip(world.document, await read(world.document)) }));
      expect((await read(world.document)).published).toBe(false);
      await write(await plan(world.document, { publish: true }));
      expect((await read(world.document)).published).toBe(true);
      await write(await plan(world.document, { set: flip(world.document, await read(world.document)), publish: true }));
      expect((await read(world.document)).published).toBe(true);
    });

    test("a document is taken from visitors while a draft of it waits, and once it is, there is nothing to take", async () => {
      await write(await plan(world.document, { set: flip(world.document, await read(world.document)), publish: true }));
      await write(await plan(world.document, { set: flip(world.document, await read(world.document)) }));
      const draft = await read(world.document);
      expect(draft).toMatchObject({ published: false, visible: true });
      await write(await plan(world.document, { publish: false }));
      const taken = await read(world.document);
      expect(taken).toMatchObject({ published: false, visible: false, value: draft.value });
      await expect(plan(world.document, { publish: false })).rejects.toThrow(/changes nothing/);
    });

    test("an element that is not there is a refusal on purpose", async () => {
      const nobody = { ...world.object, id: "nothing-has-this-id" };
      await expect(plan(nobody, { set: world.object.one })).rejects.toBeInstanceOf(ToolFailure);
    });
  });
}

/** Whichever of the two values is not set now. */
const flip = (of: Specimen, now: Element): JsonObject =>
  Object.keys(of.one).every((key) => JSON.stringify(now.value[key]) === JSON.stringify(of.one[key])) ? of.two : of.one;
