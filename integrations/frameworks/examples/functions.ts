// A plain function that waits for a person, in a loop of one's own around a model.
import { gatedIn } from "@countersign/sdk";
import { gateFunctions } from "@countersign/sdk/functions";
import { z } from "zod";
import { CALL, countersign, transfer } from "./countersign.ts";

const input = z.object({ to: z.string(), amount: z.number() });
const tools = gateFunctions(
  { transfer: { description: "Transfer money", input, execute: transfer } },
  { countersign, wait: "10m" },
);
const worker = countersign.work(gatedIn(tools));
await worker.ready;

console.log(JSON.stringify(await tools.transfer(CALL.input, { id: CALL.id })));
await worker.stop();
