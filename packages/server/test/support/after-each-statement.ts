import type { Kysely } from "kysely";
import type { Database } from "../../src/store/database.ts";
import type { Schema } from "../../src/store/schema.ts";

/**
 * The database with a hook that runs after each raw statement, before its caller goes on. The hook's own statements belong on
 * the database itself. Statements of Kysely's query builder are not seen.
 */
export function afterEachStatement(database: Database, hook: () => Promise<void>): Database {
  const hooked = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    await hook();
    return value;
  };
  /** Methods keep the object itself as `this`, because Kysely's classes have private fields. */
  const wrap = <T extends object>(object: T, methods: Readonly<Record<string, (...args: never[]) => unknown>>): T =>
    new Proxy(object, {
      get(target, name) {
        const own = typeof name === "string" ? methods[name] : undefined;
        const value: unknown = own ?? Reflect.get(target, name, target);
        return typeof value === "function" && !own ? value.bind(target) : value;
      },
    });
  const wrapKysely = (kysely: Kysely<Schema>): Kysely<Schema> =>
    wrap(kysely, {
      executeQuery: (query: never) => hooked(kysely.executeQuery(query)),
      getExecutor: () => {
        const executor = kysely.getExecutor();
        return wrap(executor, { executeQuery: (query: never) => hooked(executor.executeQuery(query)) });
      },
    });
  return { ...database, kysely: wrapKysely(database.kysely), urgent: wrapKysely(database.urgent) };
}
