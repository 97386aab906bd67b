import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import type { Database } from "../../src/store/database.ts";
import { type DatabaseKind, describeEachDatabase, openTestDatabase } from "../support/database.ts";
import { hashAuditRow } from "../support/hash-audit-row.ts";

const kind = inject("database");

/** Tests what both adapters promise; all code above the port relies on their equal behaviour. */
describeEachDatabase(
  "database",
  (getDatabase) => {
    describe("values", () => {
      describeValues(getDatabase);
    });
    describe("statements", () => {
      describeStatements(getDatabase);
    });
    describe("transactions", () => {
      describeTransactions(getDatabase);
    });
    describe("closing", () => {
      describeClosing(kind);
    });
    describe("errors", () => {
      describeErrors(getDatabase);
    });
    describe("wake-ups", () => {
      describeWakeUps(getDatabase);
    });
    describe("audit chain", () => {
      describeAuditChain(getDatabase);
    });
  },
  [kind],
);

const NAUGHTY = "Zoë 👩‍💻 \u{1F600} \u{10FFFF} ' \" \\ % $1 \u202E \u0001 \r\n\t -- ; null";

async function selectOne<T>(database: Database, statement: ReturnType<typeof sql<{ value: T }>>): Promise<T> {
  const { rows } = await statement.execute(database.kysely);
  const [row] = rows;
  if (!row) throw new Error("no row");
  return row.value;
}

function describeValues(getDatabase: () => Database): void {
  test("text comes back byte for byte", async () => {
    expect(await selectOne(getDatabase(), sql`select ${NAUGHTY}::text as value`)).toBe(NAUGHTY);
  });

  test("int8 is a number, and one too great to hold is an error", async () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(await selectOne(getDatabase(), sql`select ${most}::int8 as value`)).toBe(most);
    expect(await selectOne(getDatabase(), sql`select count(*) as value from workspace where id = ''`)).toBe(0);
    await expect(selectOne(getDatabase(), sql`select 9007199254740993::int8 as value`)).rejects.toThrow(
      "beyond what a JavaScript number holds",
    );
    expect(await selectOne(getDatabase(), sql`select 1 as value`)).toBe(1);
  });

  test("timestamptz is a Date both ways", async () => {
    const at = new Date("2026-02-28T23:59:59.123Z");
    expect(await selectOne(getDatabase(), sql`select ${at}::timestamptz as value`)).toStrictEqual(at);
    expect(await selectOne(getDatabase(), sql`select ${at.toISOString()}::timestamptz as value`)).toStrictEqual(at);
  });

  test("bytea takes bytes and gives bytes", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    for (const given of [bytes, Buffer.from(bytes), bytes.subarray(3, 90), new Uint8Array()]) {
      const value = await selectOne<Uint8Array>(getDatabase(), sql`select ${given}::bytea as value`);
      expect(value).toBeInstanceOf(Uint8Array);
      expect(Buffer.from(value).equals(Buffer.from(given))).toBe(true);
    }
  });

  test("jsonb is parsed, its keys left alone, and text goes in as it is", async () => {
    const value = { snake_case: [1, null, { inner_key: NAUGHTY.replaceAll("\u0000", "") }], t: true };
    expect(await selectOne(getDatabase(), sql`select ${JSON.stringify(value)}::jsonb as value`)).toStrictEqual(value);
    expect(await selectOne(getDatabase(), sql`select ${"[]"}::jsonb as value`)).toStrictEqual([]);
  });

  test("text[] is an array both ways", async () => {
    const values = ["", "a,b", '"', "\\", "{}", "NULL", NAUGHTY];
    expect(await selectOne(getDatabase(), sql`select ${values}::text[] as value`)).toStrictEqual(values);
    expect(await selectOne(getDatabase(), sql`select ${[]}::text[] as value`)).toStrictEqual([]);
    expect(await selectOne(getDatabase(), sql`select ${"b"} = any(${["a", "b"]}::text[]) as value`)).toBe(true);
  });

  test("arrays of times, numbers and nulls go in", async () => {
    const at = new Date("2026-01-02T03:04:05.678Z");
    const { rows } = await sql<{ text: string; at: Date | null; number: number }>`
      select * from unnest(${["a", "b"]}::text[], ${[at, null]}::timestamptz[], ${[1, 2]}::int[]) as t (text, at, number)
    `.execute(getDatabase().kysely);
    expect(rows).toStrictEqual([
      { text: "a", at, number: 1 },
      { text: "b", at: null, number: 2 },
    ]);
  });

  test("booleans, small numbers, fractions and null", async () => {
    const { rows } =
      await sql`select ${true}::bool as yes, ${3}::smallint as small, ${0.1}::float8 as part, ${null}::text as none`.execute(
        getDatabase().kysely,
      );
    expect(rows).toStrictEqual([{ yes: true, small: 3, part: 0.1, none: null }]);
  });
}

function describeStatements(getDatabase: () => Database): void {
  test("columns are camelCase and changed rows are counted", async () => {
    const { kysely } = getDatabase();
    await kysely
      .insertInto("workspace")
      .values([
        { id: "count-1", name: "a" },
        { id: "count-2", name: "b" },
      ])
      .execute();
    const row = await kysely
      .selectFrom("workspace")
      .select(["id", "name", "createdAt"])
      .where("id", "=", "count-1")
      .executeTakeFirstOrThrow();
    expect(row).toStrictEqual({ id: "count-1", name: "a", createdAt: expect.any(Date) });
    const changed = await kysely
      .updateTable("workspace")
      .set({ name: "c" })
      .where("id", "in", ["count-1", "count-2"])
      .executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    const removed = await kysely.deleteFrom("workspace").where("id", "=", "count-1").executeTakeFirst();
    expect(removed.numDeletedRows).toBe(1n);
  });

  test("many at once all answer with their own row", async () => {
    const values = Array.from({ length: 200 }, (_, index) => index);
    const answers = await Promise.all(values.map((value) => selectOne(getDatabase(), sql`select ${value}::int as value`)));
    expect(answers).toStrictEqual(values);
  });

  test("script runs several statements, all or none", async () => {
    const database = getDatabase();
    await database.script("create table script_a (id int); insert into script_a values (1); insert into script_a values (2);");
    await expect(database.script("insert into script_a values (3); insert into script_a values ('x');")).rejects.toThrow(
      "invalid input syntax",
    );
    expect(await selectOne(database, sql`select count(*) as value from script_a`)).toBe(2);
  });
}

function describeTransactions(getDatabase: () => Database): void {
  test("an error rolls everything back", async () => {
    const { kysely } = getDatabase();
    const failed = kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto("workspace").values({ id: "rolled-back", name: "x" }).execute();
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect(await kysely.selectFrom("workspace").selectAll().where("id", "=", "rolled-back").execute()).toStrictEqual([]);
  });

  test("a statement from outside never lands inside a transaction", async () => {
    const { kysely } = getDatabase();
    let outside: Promise<unknown> | undefined;
    const failed = kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto("workspace").values({ id: "inside", name: "x" }).execute();
      outside = kysely.insertInto("workspace").values({ id: "outside", name: "x" }).execute();
      await sleep(50);
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    await outside;
    const rows = await kysely.selectFrom("workspace").select("id").where("id", "in", ["inside", "outside"]).execute();
    expect(rows).toStrictEqual([{ id: "outside" }]);
  });

  test("a failed statement ends its transaction only", async () => {
    const { kysely } = getDatabase();
    await expect(kysely.transaction().execute((transaction) => sql`select 1 / 0`.execute(transaction))).rejects.toThrow(
      "division by zero",
    );
    expect(await selectOne(getDatabase(), sql`select 1 as value`)).toBe(1);
  });
}

function describeClosing(kind: DatabaseKind): void {
  test("closing waits for what runs and refuses what comes after", async () => {
    const database = await openTestDatabase(kind);
    const running = Promise.all(Array.from({ length: 20 }, (_, id) => addWorkspace(database, `closing-${id}`)));
    await sleep(5);
    const started = database.kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto("workspace").values({ id: "closing", name: "x" }).execute();
      await sleep(50);
      return transaction.selectFrom("workspace").select("id").where("id", "=", "closing").execute();
    });
    await running;
    const closed = database.close();
    expect(await started).toStrictEqual([{ id: "closing" }]);
    await closed;
    await expect(selectOne(database, sql`select 1 as value`)).rejects.toThrow();
  });
}

function describeErrors(getDatabase: () => Database): void {
  test("a broken unique rule has its code and its name", async () => {
    const insert = () => getDatabase().kysely.insertInto("workspace").values({ id: "twice", name: "x" }).execute();
    await insert();
    await expect(insert()).rejects.toMatchObject({ code: "23505", constraint: "workspace_pkey", table: "workspace" });
  });

  test("a zero character in text is refused, as PostgreSQL does", async () => {
    await expect(selectOne(getDatabase(), sql`select ${"a\u0000b"}::text as value`)).rejects.toMatchObject({ code: "22021" });
  });
}

function describeWakeUps(getDatabase: () => Database): void {
  test("everybody listening hears of a change, until they stop", async () => {
    const database = getDatabase();
    const heard: (string | null)[] = [];
    const other: (string | null)[] = [];
    const stop = database.listen((id) => heard.push(id));
    const stopOther = database.listen((id) => other.push(id));
    for (let count = 0; count < 100; count += 1) database.notify("w1");
    database.notify("w2");
    await expect.poll(() => other).toContain("w2");
    expect(heard.filter((id) => id === "w1")).toHaveLength(1);
    stop();
    database.notify("w3");
    await expect.poll(() => other).toContain("w3");
    expect(heard).not.toContain("w3");
    stopOther();
  });
}

function describeAuditChain(getDatabase: () => Database): void {
  test("events written at once are numbered without a gap and hashed in that order", async () => {
    const { kysely } = getDatabase();
    await addWorkspace(getDatabase(), "chain");
    const write = (index: number) =>
      writeEvent(getDatabase(), {
        workspaceId: "chain",
        actionId: index % 2 ? `action-${index}` : null,
        data: JSON.stringify({ index, text: NAUGHTY }),
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => write(index)));

    const rows = await kysely.selectFrom("auditEvent").selectAll().where("workspaceId", "=", "chain").orderBy("seq").execute();
    expect(rows.map(({ seq }) => seq)).toStrictEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    let hash = Buffer.alloc(32);
    for (const row of rows) {
      hash = hashAuditRow(hash, row);
      expect(Buffer.from(row.hash).equals(hash)).toBe(true);
    }
    const head = await kysely.selectFrom("auditHead").selectAll().where("workspaceId", "=", "chain").executeTakeFirstOrThrow();
    expect(head.seq).toBe(40);
    expect(Buffer.from(head.hash).equals(hash)).toBe(true);
  });

  test("an event is neither changed nor removed", async () => {
    const { kysely } = getDatabase();
    await addWorkspace(getDatabase(), "kept");
    await writeEvent(getDatabase(), { workspaceId: "kept", actionId: null, data: "{}" });
    const refused = "audit_event is append-only";
    await expect(kysely.updateTable("auditEvent").set({ data: "{}" }).execute()).rejects.toThrow(refused);
    await expect(kysely.deleteFrom("auditEvent").execute()).rejects.toThrow(refused);
    await expect(sql`truncate audit_event`.execute(kysely)).rejects.toThrow(refused);
  });
}

async function addWorkspace({ kysely }: Database, id: string): Promise<void> {
  await kysely.insertInto("workspace").values({ id, name: "x" }).execute();
  await kysely
    .insertInto("auditHead")
    .values({ workspaceId: id, seq: 0, hash: new Uint8Array(32) })
    .execute();
}

async function writeEvent(
  { kysely }: Database,
  event: { workspaceId: string; actionId: string | null; data: string },
): Promise<void> {
  const actor = { actorKind: "system", actorId: "ä", actorName: "Äda 👩‍💻" } as const;
  await kysely
    .insertInto("auditEvent")
    .values({ ...event, ...actor, kind: "test" })
    .execute();
}
