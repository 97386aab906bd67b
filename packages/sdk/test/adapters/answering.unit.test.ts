import type { Action, Outcome } from "@countersign/protocol";
import { expect, test } from "vitest";
import { createAnswering } from "../../src/adapters/sent-back.ts";
import { CountersignProblem, type Countersign } from "../../src/index.ts";

const refined = { id: "x", toolInput: { to: "ada" }, supersededBy: null } as unknown as Action;
const queued = (id: string) => ({ status: "queued", pendingActionId: id }) as Outcome;
const call = { input: { to: "ada" }, conversation: { sessionId: "s" }, run: [], signal: undefined };

/** A client whose lists answer when the test says so. */
function answering() {
  const lists: (() => void)[] = [];
  const list = () => new Promise((resolve) => lists.push(() => resolve({ items: [refined], nextCursor: null })));
  return { lists, ...createAnswering({ list } as unknown as Countersign, "pay") };
}

test("G10 a list that was read before another call answered what was sent back does not answer it again", async () => {
  const { lists, propose } = answering();
  const links: (string | undefined)[] = [];
  const send = async (link: string | undefined) => {
    links.push(link);
    return queued(String(links.length));
  };
  const [first, second] = [propose(call, send), propose(call, send)];
  lists[0]!();
  await first;
  lists[1]!();
  await second;
  expect(links).toEqual(["x", undefined]);
});

test("what a failed call did not answer is answered by the next", async () => {
  const { lists, propose } = answering();
  const failing = propose(call, () => Promise.reject(new Error("lost")));
  lists[0]!();
  await expect(failing).rejects.toThrow("lost");
  const links: (string | undefined)[] = [];
  const next = propose(call, async (link) => {
    links.push(link);
    // The framework repeats a call that had no link.
    if (links.length === 1) throw new CountersignProblem({ code: "IDEMPOTENCY_CONFLICT", status: 409, detail: "another link" });
    return queued("1");
  });
  lists[1]!();
  await next;
  const after = propose(call, async (link) => {
    links.push(link);
    return queued("2");
  });
  lists[2]!();
  await after;
  expect(links).toEqual(["x", undefined, "x"]);
});
