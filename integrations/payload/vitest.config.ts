import { defineConfig } from "vitest/config";

/** As in the workspace: the packages' sources are read, nothing has to be built first. */
const conditions = ["@countersign/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { pool: "forks", maxWorkers: 1, include: ["test/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 240_000 },
});
