import { onTestFinished } from "vitest";
import { z } from "zod";
import { Countersign, type CountersignOptions, type HandlerContext, type Worker, type WorkOptions } from "../../src/index.ts";
import type { Gated } from "../../src/gated.ts";
import { AGENT_KEY, GateServer, WORKER_KEY } from "./gate-server.ts";

/** A fake server, a client of it and the errors the client reported; closed when the test ends. */
export async function openGate(options: Partial<CountersignOptions> = {}) {
  const server = await new GateServer().start();
  const told: unknown[] = [];
  const countersign = new Countersign({
    url: server.url,
    apiKey: AGENT_KEY,
    workerKey: WORKER_KEY,
    onError: (error) => told.push(error),
    ...options,
  });
  onTestFinished(() => server.stop());
  const work = async (tools: Gated[], workOptions?: WorkOptions): Promise<Worker> => {
    const worker = countersign.work(tools, workOptions);
    onTestFinished(() => worker.stop());
    await worker.ready;
    return worker;
  };
  return { server, countersign, told, work };
}

type Run = (input: { accountId: string; reason?: string | undefined }, context: HandlerContext) => unknown;

/** Gates the tool of the documentation. `runs` records the context of each start of the handler. */
export function gateCloseAccount(
  countersign: Countersign,
  run: Run = ({ accountId }) => ({ closed: accountId }),
  more: object = {},
) {
  const runs: HandlerContext[] = [];
  const closeAccount = countersign.gated({
    name: "close_account",
    description: "Close a customer account",
    input: z.object({ accountId: z.string(), reason: z.string().max(20).optional() }),
    preview: ({ accountId }) => ({ title: `Close ${accountId}` }),
    execute: (input, context) => {
      runs.push(context);
      return run(input, context);
    },
    ...more,
  });
  return { closeAccount, runs };
}
