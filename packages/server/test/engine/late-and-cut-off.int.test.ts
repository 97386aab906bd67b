import { expect, test } from "vitest";
import type { ServerTools } from "../../src/ports/tool.ts";
import { need, openGate, propose } from "../support/gate.ts";

test("G5 an unsafe call whose time was over when its server stopped is left to its lease, not called failed", async () => {
  let toldLate = (): void => {};
  const isLate = new Promise<void>((resolve) => (toldLate = resolve));
  let endHandler = (_error: Error): void => {};
  /** Receives the abort at its time limit, continues, and fails only when its connection closes. */
  const slow: ServerTools = {
    name: "slow",
    tools: [
      {
        definition: {
          name: "slow",
          description: "goes on",
          inputSchema: { type: "object" },
          timeoutSeconds: 1,
          effect: "unsafe",
        },
        approval: "required",
        describe: async () => ({ preview: { title: "Go on" } }),
        execute: (_input, { signal }) => {
          signal.addEventListener("abort", toldLate);
          return new Promise((_resolve, reject) => (endHandler = reject));
        },
      },
    ],
  };
  const gate = await openGate("any", { connectors: [slow] });
  const kinds = async () => need(await gate.engine.actions.timeline(gate.people.admin, id)).map(({ kind }) => kind);
  const id = await propose(gate, "slow", {});
  need(await gate.engine.decisions.approve(gate.people.approver, id, { channel: "api" }));
  await isLate;
  await gate.engine.stop(0);
  endHandler(new Error("connection closed"));
  await expect.poll(kinds).toContain("action.late_report");
  expect(need(await gate.engine.actions.get(gate.people.admin, id)).status).toBe("executing");
  await gate.close();
});
