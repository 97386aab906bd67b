import { CompiledQuery, type Kysely } from "kysely";
import type { TransactionHandle } from "../../ports/tool.ts";
import type { Schema } from "../../store/schema.ts";

/** Gives a connector parametrised SQL on a database or on one of its transactions. */
export const queryHandle = (kysely: Kysely<Schema>): TransactionHandle => ({
  query: async (sql, parameters) =>
    (await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, [...parameters]))).rows,
});
