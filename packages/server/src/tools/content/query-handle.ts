import { CompiledQuery, type Kysely } from "kysely";
import type { TransactionHandle } from "../../core/tool-port.ts";
import type { Schema } from "../../store/schema.ts";

/** Parametrised SQL on a database or in a transaction of it, as a connector may run it. */
export const queryHandle = (kysely: Kysely<Schema>): TransactionHandle => ({
  query: async (sql, parameters) =>
    (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, [...parameters]))).rows,
});
