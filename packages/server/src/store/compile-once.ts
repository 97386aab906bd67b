import type { CompiledQuery, Kysely, RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Stands in the compiled statement where a value of that name goes. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement of the hot path, put together and compiled at its first run, as its text is the same for every run: it must not
 * depend on the values.
 */
export function compileOnce<Values extends object, Row>(
  build: (value: (name: keyof Values & string) => RawBuilder<unknown>) => RawBuilder<Row>,
): (db: Kysely<Schema>, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    compiled ??= build((name) => sql`${new Place(name)}`).compile(db);
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? Reflect.get(values, one.name) : one));
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
