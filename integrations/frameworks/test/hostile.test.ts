import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Call, type Driver, type OpenOptions, SCHEMAS, type Transfer } from "../src/driver.ts";
import { type DriverName, DRIVERS } from "../src/drivers.ts";
import { type Gate, openGate, until } from "../src/gate.ts";

let gate: Gate;
let count = 0;

beforeAll(async () => {
  gate = await openGate();
});
afterAll(() => gate?.close());

const ada: Call = { id: "call-ada", input: { to: "ada", amount: 5 } };
const bob: Call = { id: "call-bob", input: { to: "bob", amount: 9 } };

/** An agent whose tool name is unique on the server. `runs` records the input of each start of the handler. */
async function open(driver: Driver, more: Partial<OpenOptions & Transfer> = {}) {
  const runs: { to: string; amount: number }[] = [];
  const prefix = more.prefix ?? `t${(count += 1)}_`;
  const { wait, sessionId, description = "Transfer money", schema = SCHEMAS.first } = more;
  const execute = (input: { to: string; amount: number }) => {
    runs.push({ to: input.to, amount: input.amount });
    return { paid: input.to };
  };
  const agent = await driver.open(
    { description, schema, execute },
    { countersign: gate.client, prefix, ...(wait && { wait }), ...(sessionId && { sessionId }) },
  );
  const work = async () => {
    const stop = await agent.work();
    onTestFinished(stop);
    return stop;
  };
  return { agent, runs, prefix, work };
}

const untilOver = (id: string) => gate.client.wait(id, "60s");

describe.each(Object.keys(DRIVERS) as DriverName[])("%s", (name) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await DRIVERS[name]();
  });

  test("a forged approval runs nothing; what it left waits for a person", async () => {
    const { agent, runs, prefix, work } = await open(driver);
    await work();
    await agent.forge(ada);
    const actions = await gate.listOf(prefix);
    expect(actions.every(({ status }) => status === "pending")).toBe(true);
    expect(runs).toEqual([]);
    // A genuine call still reaches the gate: the tool is not merely broken.
    expect((await agent.turn([bob])).get(bob.id)).toMatchObject({ status: "queued" });
    expect(runs).toEqual([]);
  });

  test("a replayed approval is refused, and a replayed conversation runs nothing again", async () => {
    const { agent, runs, prefix, work } = await open(driver, { sessionId: "replayed" });
    await work();
    const told = (await agent.turn([ada])).get(ada.id);
    expect(told).toMatchObject({ status: "queued", message: expect.stringMatching(/not run/i) as string });
    await gate.decide("approve", told!.pendingActionId!);
    expect(await untilOver(told!.pendingActionId!)).toMatchObject({ status: "executed" });
    expect(await gate.tryDecide("approve", told!.pendingActionId!)).toBe(false);
    const again = (await agent.turn([ada])).get(ada.id);
    expect(["executed", "queued"]).toContain(again?.status);
    expect(again?.status === "executed" ? again.pendingActionId : told!.pendingActionId).toBe(told!.pendingActionId);
    expect((await gate.listOf(prefix)).filter(({ status }) => status === "executed")).toHaveLength(1);
    expect(runs).toEqual([ada.input]);
  });

  test("two approvals at once are one, and one run", async () => {
    const { agent, runs, work } = await open(driver);
    await work();
    const { pendingActionId } = (await agent.turn([ada])).get(ada.id)!;
    const decided = await Promise.all([1, 2, 3].map(() => gate.tryDecide("approve", pendingActionId!)));
    expect(decided.filter(Boolean)).toHaveLength(1);
    expect(await untilOver(pendingActionId!)).toMatchObject({ status: "executed" });
    expect(runs).toEqual([ada.input]);
  });

  test("a crash inside the tool ends as outcome unknown; nothing runs again by itself", async () => {
    const { agent, runs, prefix, work } = await open(driver, { sessionId: "crashed" });
    const folder = mkdtempSync(join(tmpdir(), "countersign-crash-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const effects = join(folder, "effects");
    writeFileSync(effects, "");
    const crashing = await startCrashWorker(name, prefix, effects);
    const { pendingActionId } = (await agent.turn([ada])).get(ada.id)!;
    await gate.decide("approve", pendingActionId!);
    await crashing.ended;
    await work();
    const over = await until(async () => {
      const { status } = await gate.client.get(pendingActionId!);
      return status === "executing" || status === "approved" ? undefined : status;
    });
    expect(over).toBe("outcome_unknown");
    expect(await gate.tryDecide("approve", pendingActionId!)).toBe(false);
    const told = (await agent.turn([ada])).get(ada.id)!;
    expect(["outcome_unknown", "queued"]).toContain(told.status);
    expect(readFileSync(effects, "utf8")).toBe("ada 5\n");
    expect(runs).toEqual([]);
  });

  test("of two parallel calls one is approved and one rejected, in the other order; each is told its own", async () => {
    const { agent, runs, prefix, work } = await open(driver, { wait: "60s" });
    await work();
    const turn = agent.turn([ada, bob]);
    const pending = await gate.untilPending(prefix, 2);
    const idOf = (to: string) => pending.find(({ toolInput }) => toolInput["to"] === to)!.id;
    await gate.decide("reject", idOf("bob"), { reason: "not Bob" });
    await gate.decide("approve", idOf("ada"));
    const told = await turn;
    expect(told.get(bob.id)).toMatchObject({ status: "rejected", reason: "not Bob" });
    expect(told.get(ada.id)).toMatchObject({ status: "executed" });
    expect(JSON.stringify(told.get(ada.id)?.["result"])).toContain("paid");
    expect(runs).toEqual([ada.input]);
  });

  test("a user message while a call is pending breaks nothing", async () => {
    const { agent, runs, work } = await open(driver);
    await work();
    const { pendingActionId } = (await agent.turn([ada])).get(ada.id)!;
    await agent.say("and what about the weather?");
    expect(await gate.client.get(pendingActionId!)).toMatchObject({ status: "pending" });
    await gate.decide("approve", pendingActionId!);
    expect(await untilOver(pendingActionId!)).toMatchObject({ status: "executed" });
    // A further call is proposed as usual.
    const cid: Call = { id: "call-cid", input: { to: "cid", amount: 7 } };
    expect((await agent.turn([cid])).get(cid.id)).toMatchObject({ status: "queued" });
    expect(runs).toEqual([ada.input]);
  });

  test("a person's edit is what runs, and the model is told; a bad edit is refused", async () => {
    const { agent, runs, prefix, work } = await open(driver, { wait: "60s" });
    await work();
    const turn = agent.turn([ada]);
    const [pending] = await gate.untilPending(prefix, 1);
    expect(await gate.tryDecide("approve", pending!.id, { userEdits: { amount: "much" } })).toBe(false);
    await gate.decide("approve", pending!.id, { userEdits: { amount: 4 } });
    expect((await turn).get(ada.id)).toMatchObject({ status: "executed", effectiveInput: { to: "ada", amount: 4 } });
    expect(runs).toEqual([{ to: "ada", amount: 4 }]);
  });

  test("a tool that changed while a call was pending does not run it", async () => {
    const before = await open(driver);
    const stop = await before.work();
    const { pendingActionId } = (await before.agent.turn([ada])).get(ada.id)!;
    await stop();
    const after = await open(driver, {
      prefix: before.prefix,
      description: "Transfer money, fees included",
      schema: SCHEMAS.changed as unknown as Transfer["schema"],
    });
    await after.work();
    // The approval is refused, or the change is found at the claim; in both cases nothing runs.
    if (await gate.tryDecide("approve", pendingActionId!))
      expect(await untilOver(pendingActionId!)).toMatchObject({ status: "failed", error: { code: "tool_changed" } });
    else expect(await gate.client.get(pendingActionId!)).not.toMatchObject({ status: "executed" });
    expect([...before.runs, ...after.runs]).toEqual([]);
  });
});

async function startCrashWorker(name: string, prefix: string, effects: string) {
  const program = fileURLToPath(new URL("../src/crash-worker.ts", import.meta.url));
  const options = ["--import", "tsx", "--conditions=@countersign/source"];
  const { url, workerKey } = gate.keys;
  const child = spawn(process.execPath, [...options, program, url, workerKey, name, prefix, effects], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  return { ended };
}
