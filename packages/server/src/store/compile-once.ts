import type { CompiledQuery, Kysely, RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Schema } from "./schema.ts";

/** Placeholder in the compiled statement for the value with this name. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Builds and compiles a hot-path statement at its first run. The text is reused for every run, so it must not depend on the
 * values.
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
