import type { JsonObject } from "@countersign/protocol";
import { expect, test } from "vitest";
import { ToolFailure } from "../../src/ports/tool.ts";
import type { Connector, OpenConnection } from "../../src/tools/connectors/connector.ts";
import { need, type Gate } from "../support/gate.ts";
import type { FaultyServer } from "./fakes/faulty-server.ts";
import { attempt, toolOf } from "./support.ts";

export interface ReadWorld<C, S> {
  gate(): Gate;
  service(): FaultyServer;
  open(): OpenConnection<C, S>;
  /** The same connection, but with credentials that the service refuses. */
  openWrong(): OpenConnection<C, S>;
  /** Fits the requests that are made to the service itself. */
  isRead(request: Request): boolean;
}

/** Promises of every tool that only reads; `reads` has a valid input of each. */
export function readContract<C, S>(
  connector: Connector<C, S>,
  reads: Readonly<Record<string, () => JsonObject>>,
  { gate, service, open, openWrong, isRead }: ReadWorld<C, S>,
): void {
  const names = Object.keys(reads);
  const run = (name: string, opened = open()) => attempt(toolOf(connector, opened, name), reads[name]!());

  test("these are the connector's tools that only read", () => {
    const tools = connector.tools(open()).filter(({ definition }) => definition.risk === 0);
    expect(tools.map(({ definition }) => definition.name).sort()).toEqual([...names].sort());
  });

  test("there are none unless an administrator allows them", () => {
    const opened = open();
    const tools = connector.tools({ ...opened, settings: { ...opened.settings, reads: false } });
    expect(tools.filter(({ definition }) => names.includes(definition.name))).toEqual([]);
    expect(tools.length).toBeGreaterThan(0);
  });

  test.each(names)("%s runs at once, without a person", async (name) => {
    const outcome = need(await gate().engine.proposals.propose(gate().agent, { toolName: name, toolInput: reads[name]!() }));
    expect(outcome).toMatchObject({ status: "executed", pendingActionId: null, result: expect.any(Object) });
  });

  test.each(names)("%s sends nothing for a preview, whatever the input", async (name) => {
    const tool = toolOf(connector, open(), name);
    const odd = [null, "", "\u0000", "x".repeat(70_000), -1, 1e300, [], [null], {}, true];
    const base = reads[name]!();
    const inputs = [
      {},
      base,
      ...Object.keys(base).flatMap((key) => odd.map((value) => ({ ...base, [key]: value }) as JsonObject)),
    ];
    const before = service().requests.length;
    for (const input of inputs) {
      const answer = await tool.describe(input, { workspaceId: "ws_test" }).catch((error: unknown) => error);
      if (answer instanceof Error && !(answer instanceof ToolFailure)) throw answer;
    }
    expect(service().requests).toHaveLength(before);
  });

  test.each(names)(
    "%s is repeated once where its answer was lost, and then fails; its outcome is never unknown",
    async (name) => {
      for (const kind of ["cut_before", "error_after"] as const) {
        service().strike(kind, isRead);
        expect(await run(name)).toMatchObject({ ended: "executed" });
      }
      service().strike("cut_before", isRead);
      service().strike("cut_after", isRead);
      expect(await run(name)).toMatchObject({ ended: "failed", error: { code: "handler" } });
    },
  );

  test.each(names)("%s tells a limit of calls with the time to wait, and refused credentials", async (name) => {
    service().strike("rate_limit", isRead);
    const limited = await run(name);
    expect(limited).toMatchObject({ ended: "failed", error: { code: "handler" } });
    if (limited.ended === "failed") expect(limited.error.message).toMatch(/try again in \d+ seconds/);
    expect(await run(name, openWrong())).toMatchObject({ ended: "failed", error: { code: "forbidden" } });
  });

  test.each(names)("G9 %s for another workspace is refused", async (name) => {
    const tool = toolOf(connector, open(), name);
    const other = { ...reads[name]!(), workspace_id: "ws_other" };
    await expect(tool.describe(other, { workspaceId: "w" })).rejects.toMatchObject({
      code: "forbidden",
      path: "/workspace_id",
    });
  });
}
