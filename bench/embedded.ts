import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../packages/server/src/store/open-database.ts";
import type { Question } from "./support/bench.ts";
import { perSecond } from "./support/figure.ts";
import { openGate, type Proposed } from "./support/open-gate.ts";
import { prepareStore } from "./support/prepare-store.ts";
import { runCallers } from "./support/run-callers.ts";

/** For information: how much load does the embedded database carry, on which a first start runs? */
export const askEmbedded: Question = async ({ quick }) => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-bench-"));
  const database = await openDatabase({ folder: join(folder, "database") });
  try {
    const [workspaceId] = await prepareStore(database, 1);
    const gate = await openGate(database, [workspaceId!]);
    const run = async (count: number): Promise<{ propose: number; approve: number }> => {
      const actions: Proposed[] = [];
      const records = Array.from({ length: count }, (_, n) => `r-${n}`);
      const propose = await runCallers(
        records,
        1,
        async (record) => void actions.push(await gate.propose(workspaceId!, record)),
      );
      return { propose, approve: await runCallers(actions, 1, gate.approveToExecuted) };
    };
    await run(20);
    const { propose, approve } = await run(quick ? 50 : 500);
    await gate.close();
    return [
      { what: "embedded database, propose, 1 caller", measured: perSecond(propose) },
      { what: "embedded database, approve to executed, 1 caller", measured: perSecond(approve) },
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
};
