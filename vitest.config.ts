import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Read the packages' sources, so that nothing has to be built before a test. */
const conditions = ["@countersign/source", "module", "node", "development|production"];

const filesOf = (kind: string): string[] => ["test", "packages/*/test"].map((folder) => `${folder}/**/*.${kind}.test.{ts,tsx}`);

/**
 * Long tests: whole processes, timeouts, very many inputs. `npm test` excludes them; `npm run test:rest` runs them, and runs the
 * contract tests again on the embedded database.
 */
const REST = [
  "cli/content.int",
  "cli/start.int",
  "cli/verify-settings.int",
  "connectors/secrets.int",
  "content/content-properties.int",
  "content/interleavings.pg",
  "content/templates/containment.int",
  "crash.pg",
  "engine/model.pg",
  "engine/races.pg",
  "engine/silence.pg",
  "hostile/bad-json.int",
  "hostile/naughty-text.int",
  "hostile/wrong-types.int",
  "http/database-outage.pg",
  "mcp/large-results.int",
  "mcp/odd-definitions.unit",
  "notifications/backlog.pg",
  "store/durability.int",
  "store/durable-fs.int",
  "store/folder.int",
  "store/migrate.{int,pg}",
  "store/silence.pg",
].map((name) => `packages/server/test/${name}.test.ts`);

/**
 * Files that leave nothing behind which another one sees share a process and what it has imported: these, unit tests and those on
 * PostgreSQL. Whoever changes the environment, a global or the process itself has a process alone.
 */
const SHARED = [
  "chat/*",
  "config/*",
  "connectors/!(secrets|workspace)",
  "content/**/*",
  "engine/*",
  "features/*",
  "hostile/*",
  "http/!(starting)",
  "identity/*",
  "mcp/*",
  "notifications/*",
  "review/*",
  "studio/*",
  "tools/**/*",
  "workspaces/*",
];
const sharedOf = (kind: string): string[] => SHARED.map((name) => `packages/server/test/${name}.${kind}.test.ts`);

/** Contract tests run in a project of each database; `inject("database")` returns its kind. */
const onPglite = { provide: { database: "pglite" as const } };
const onPostgres = { provide: { database: "pg" as const } };

/** A project of its own has it, so that a database server is started only where one of its tests runs. */
const globalSetup = "./test/support/global-setup.ts";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    // Transformed files are shared by the projects; without, each project transforms every file it imports again.
    experimental: { fsModuleCache: true, fsModuleCachePath: fileURLToPath(new URL(".cache/modules", import.meta.url)) },
    // More than there are cores: many tests wait for a time-out or another process.
    maxWorkers: 3,
    // No optimizing WebAssembly compiler (the embedded database): test processes end before it pays off.
    execArgv: ["--liftoff-only"],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Polls end as soon as they succeed; on a busy machine one attempt may take seconds.
    expect: { poll: { timeout: 100_000 } },
    projects: [
      { extends: true, test: { name: "unit", include: filesOf("unit"), exclude: REST, isolate: false } },
      { extends: true, test: { name: "shared", ...onPglite, include: sharedOf("int"), exclude: REST, isolate: false } },
      { extends: true, test: { name: "embedded", ...onPglite, include: sharedOf("contract"), isolate: false } },
      {
        extends: true,
        test: {
          name: "postgres",
          ...onPostgres,
          include: filesOf("{pg,contract}"),
          exclude: REST,
          globalSetup,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "local",
          ...onPglite,
          include: filesOf("{int,contract}"),
          exclude: [...REST, ...sharedOf("{int,contract}")],
        },
      },
      { extends: true, test: { name: "rest", include: REST, globalSetup } },
    ],
  },
});
