import { defineConfig } from "vitest/config";

/** Resolves the packages' sources, as the workspace does, so that nothing has to be built first. */
const conditions = ["@countersign/source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { pool: "forks", maxWorkers: 1, include: ["test/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 240_000 },
});
