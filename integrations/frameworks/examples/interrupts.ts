// A front end that speaks LangChain's or AG-UI's interrupts shows pending calls and decides them with a user's token.
import { gatedIn } from "@countersign/sdk";
import { gateFunctions } from "@countersign/sdk/functions";
import { createInterrupts } from "@countersign/sdk/interrupts";
import { z } from "zod";
import { CALL, countersign, transfer } from "./countersign.ts";

const { COUNTERSIGN_URL: url = "http://127.0.0.1:7420", COUNTERSIGN_USER_TOKEN: token = "" } = process.env;
const sessionId = crypto.randomUUID();
const input = z.object({ to: z.string(), amount: z.number() });
const tools = gateFunctions(
  { transfer: { description: "Transfer money", input, execute: transfer } },
  { countersign, sessionId },
);
const worker = countersign.work(gatedIn(tools));
await worker.ready;
const { langchain, agUi } = createInterrupts({ url, token });

// LangChain: approve with edited arguments.
const edited = await tools.transfer(CALL.input, { id: "call-1" });
const [interrupt] = await langchain.interrupts({ sessionId });
const { name, args } = interrupt!.value.actionRequests[0]!;
await langchain.resume({
  [interrupt!.id]: { decisions: [{ type: "edit", editedAction: { name, args: { ...args, amount: 4 } } }] },
});
const executed = await countersign.wait(edited.pendingActionId!, "1m");

// AG-UI: send the call back with feedback.
const refined = await tools.transfer(CALL.input, { id: "call-2" });
const outcome = await agUi.outcome({ sessionId, toolCallIds: { [refined.pendingActionId!]: "call-2" } });
const interrupts = outcome.type === "interrupt" ? outcome.interrupts : [];
await agUi.resume(
  interrupts.map(({ id }) => ({ interruptId: id, status: "resolved", payload: { approved: false, feedback: "less" } })),
);
const { status, decisions } = await countersign.get(refined.pendingActionId!);
console.log(
  JSON.stringify([
    { status: executed.status, effectiveInput: executed.effectiveInput },
    { toolCallId: interrupts[0]?.toolCallId, status, feedback: decisions[0]?.comment },
  ]),
);
await worker.stop();
