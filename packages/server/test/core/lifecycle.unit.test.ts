import { ACTION_STATUSES, type ActionStatus } from "@countersign/protocol";
import { expect, test } from "vitest";
import { LIFECYCLE_EVENTS, next, sources, type LifecycleEvent } from "../../src/core/lifecycle.ts";

/** A second, independent list of the transitions, so that a mistake in the table is found. */
const ARROWS: readonly (readonly [ActionStatus, LifecycleEvent, ActionStatus])[] = [
  ["pending", "approve", "approved"],
  ["pending", "vote", "pending"],
  ["pending", "reject", "rejected"],
  ["pending", "refine", "refined"],
  ["pending", "expire", "expired"],
  ["pending", "cancel", "cancelled"],
  ["pending", "withdraw", "failed"],
  ["approved", "start", "executing"],
  ["approved", "withdraw", "failed"],
  ["approved", "lose", "outcome_unknown"],
  ["executing", "succeed", "executed"],
  ["executing", "fail", "failed"],
  ["executing", "lose", "outcome_unknown"],
  ["executing", "requeue", "approved"],
  ["outcome_unknown", "settle_executed", "executed"],
  ["outcome_unknown", "settle_failed", "failed"],
  ["outcome_unknown", "retry", "approved"],
  ["failed", "retry", "approved"],
];

const everyPair = ACTION_STATUSES.flatMap((status) =>
  LIFECYCLE_EVENTS.map((event) => ({ status, event, to: next(status, event) })),
);

test("every pair of status and event is an arrow of the picture or refused", () => {
  const possible = everyPair.filter((pair) => pair.to !== undefined).map((pair) => [pair.status, pair.event, pair.to]);
  expect(possible.sort()).toEqual([...ARROWS].sort());
});

test("G1 executing is entered from approved only", () => {
  expect(everyPair.filter((pair) => pair.to === "executing")).toEqual([
    { status: "approved", event: "start", to: "executing" },
  ]);
});

test("G1 approved is entered by a yes, a person's retry, or again after a lost lease", () => {
  const into = everyPair.filter((pair) => pair.to === "approved").map((pair) => `${pair.status} ${pair.event}`);
  expect(into.sort()).toEqual(["executing requeue", "failed retry", "outcome_unknown retry", "pending approve"]);
});

test("what ended stays ended", () => {
  for (const status of ["executed", "rejected", "refined", "expired", "cancelled"] as const) {
    expect(everyPair.filter((pair) => pair.status === status && pair.to !== undefined)).toEqual([]);
  }
});

test("sources of an event are the statuses it can happen in", () => {
  for (const event of LIFECYCLE_EVENTS) {
    expect([...sources(event)].sort()).toEqual(
      ARROWS.filter(([, name]) => name === event)
        .map(([from]) => from)
        .sort(),
    );
  }
});

test("names every object has are no events", () => {
  for (const name of ["toString", "constructor", "__proto__", "hasOwnProperty"]) {
    expect(next("pending", name as LifecycleEvent)).toBeUndefined();
  }
});
