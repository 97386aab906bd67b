import { expect, test } from "vitest";
import { DECISION_PLACES, mayApprove, refusePlace, RISKS, ROLES, type DecisionPlace } from "../src/index.ts";

/** For each place the answer at L0 to L5 to somebody who may decide, where all is drawn: `+` approved there, `-` elsewhere. */
const APPROVED: Record<DecisionPlace, string> = {
  page: "++++++",
  card: "+++++-",
  batch: "++++--",
  checkpoint: "++++--",
  frame: "++++--",
  client: "+++++-",
  cli: "++++++",
  api: "++++++",
};
const DRAWS = new Set(["page", "card", "batch", "checkpoint", "frame"]);

test("G24 every place, risk, role, drawn or not: what may be approved, and why not", () => {
  const places = Object.keys(DECISION_PLACES) as DecisionPlace[];
  expect(places).toEqual(Object.keys(APPROVED));
  let asked = 0;
  for (const place of places) {
    for (const risk of RISKS) {
      for (const role of ROLES) {
        for (const isDrawn of [true, false]) {
          const here = APPROVED[place][risk] === "+";
          const answer = mayApprove({ place, risk, role, isDrawn });
          const wanted = role === "viewer" ? "role" : !here ? "place" : isDrawn || !DRAWS.has(place) ? "yes" : "undrawn";
          expect([place, risk, role, isDrawn, answer]).toEqual([place, risk, role, isDrawn, wanted]);
          asked += 1;
        }
      }
    }
  }
  expect(asked).toBe(8 * 6 * 3 * 2);
});

test("G24 a refusal names the risk, the place and the way on", () => {
  expect(refusePlace("frame", 4)).toBe(
    "An action of risk L4 is approved by itself, after reading it, not in a frame in another page: open it in the inbox.",
  );
  expect(refusePlace("page", 5)).toBeUndefined();
});
