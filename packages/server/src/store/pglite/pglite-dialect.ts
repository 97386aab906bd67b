import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { CompiledQuery, TransactionSettings } from "kysely";
import { raiseFault } from "../raise-fault.ts";
import type { Purpose, PriorityMutex } from "./priority-mutex.ts";
import type { WorkerResult } from "./worker-messages.ts";

export type RunStatement = (text: string, parameters: readonly unknown[]) => Promise<WorkerResult>;

/** Kysely dialect for the embedded database's single session. It is held exclusively, so transactions never mix. */
export function createPgliteDialect(run: RunStatement, turns: PriorityMutex, purpose: Purpose): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(run, turns, purpose),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  };
}

function createDriver(run: RunStatement, turns: PriorityMutex, purpose: Purpose): Driver {
  const connection = createConnection(run);
  const say = async (text: string): Promise<void> => void (await run(text, []));
  return {
    init: async () => undefined,
    destroy: async () => undefined,
    acquireConnection: async () => {
      await turns.take(purpose).catch(raiseFault);
      return connection;
    },
    releaseConnection: async () => turns.give(),
    beginTransaction: async (_connection: DatabaseConnection, settings: TransactionSettings) => {
      const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : "";
      const mode = settings.accessMode ? ` ${settings.accessMode}` : "";
      await say(`start transaction${level}${mode}`);
    },
    commitTransaction: async () => say("commit"),
    rollbackTransaction: async () => say("rollback"),
  };
}

function createConnection(run: RunStatement): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await run(sql, parameters);
      return { rows: rows as Row[], numAffectedRows: BigInt(affectedRows) };
    },
    // oxlint-disable-next-line require-yield -- the port has no streams; Kysely wants the method
    async *streamQuery() {
      throw new Error("the embedded database does not stream");
    },
  };
}
