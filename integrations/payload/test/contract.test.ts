import { sourceContract } from "../../../packages/server/test/content/source-contract.ts";
import { startPostgres } from "../../../test/support/start-postgres.ts";
import { openPayloadWorld } from "./world.ts";

sourceContract("Payload over SQLite", () => openPayloadWorld());

sourceContract("Payload over PostgreSQL", async () => {
  const postgres = await startPostgres();
  const world = await openPayloadWorld(postgres.url);
  return {
    ...world,
    async close() {
      await world.close();
      await postgres.stop();
    },
  };
});
