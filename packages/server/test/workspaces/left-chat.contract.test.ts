import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { begin, modelOf, openTalk, textOf, untilChat } from "../chat/support.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";

let gate: Gate;
beforeAll(async () => (gate = await openGate(inject("database"))));
afterAll(() => gate.close());

test("G35 left with its workspace, a turn ends here unanswered, and goes on when the workspace is served again", async () => {
  let hang = true;
  const talk = openTalk(
    gate,
    modelOf(async ({ signal }) => {
      while (hang) {
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return { text: "Late." };
    }),
    // So long that no pause of the machine ends it: a process takes a turn whose lease is over, even its own, again.
    { leaseSeconds: 600 },
  );
  onTestFinished(() => talk.chats.close());
  const { approver } = gate.people;
  const id = await begin(talk, approver, gate.agent.id);
  need(await talk.chats.send(approver, id, { text: "hi" }));
  await until(() => talk.asked.length === 1);
  await talk.chats.leave(gate.agent.workspaceId);
  hang = false;
  expect(textOf((await untilChat(talk, approver, id, "running")).messages)).toBe("user: hi\nassistant: ");
  expect(talk.asked).toHaveLength(1);
  talk.chats.serve(gate.agent.workspaceId);
  await untilChat(talk, approver, id, "idle");
});
