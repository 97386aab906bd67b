import { defineConfig } from "vitest/config";

/** Read the packages' sources, so that nothing has to be built before a test. */
const conditions = ["@countersign/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default of one second is too short on two busy cores. A poll ends as soon as it succeeds.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { name: "local", include: ["test/**/*.{unit,int}.test.ts", "packages/*/test/**/*.{unit,int}.test.{ts,tsx}"] },
      },
      {
        // A project of its own, so that a server is started only when one of its tests runs.
        extends: true,
        test: { name: "postgres", include: ["packages/*/test/**/*.pg.test.ts"], globalSetup: "./test/support/global-setup.ts" },
      },
    ],
  },
});
