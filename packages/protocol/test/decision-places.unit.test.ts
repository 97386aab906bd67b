import { expect, test } from "vitest";
import { fc } from "../../../test/support/property.ts";
import { DECISION_PLACES, mayApprove, refusePlace, riskForRules, RISKS, ROLES, type DecisionPlace } from "../src/index.ts";

/** For each place, the approval of a drawn action at risk L0 to L5 by someone who may decide: `+` here, `-` elsewhere. */
const APPROVED: Record<DecisionPlace, string> = {
  page: "++++++",
  card: "+++++-",
  batch: "++++--",
  checkpoint: "++++--",
  frame: "++++--",
  message: "++++--",
  client: "+++++-",
  cli: "++++++",
  api: "++++++",
};
/** Where questions of agents are answered. */
const ANSWERS = new Set(["page", "card", "client", "cli", "api"]);
const DRAWS = new Set(["page", "card", "batch", "checkpoint", "frame"]);

test("G24 every place, risk, vetted or not, question or not, role, drawn or not: what may be approved, and why not", () => {
  const places = Object.keys(DECISION_PLACES) as DecisionPlace[];
  expect(places).toEqual(Object.keys(APPROVED));
  let asked = 0;
  for (const place of places) {
    for (const risk of RISKS) {
      for (const vetted of [true, false]) {
        for (const role of ROLES) {
          for (const [isDrawn, isQuestion] of [true, false].flatMap((one) =>
            [true, false].map((other) => [one, other] as const),
          )) {
            // An unvetted tool counts as risk 5, whatever its rating.
            const here = APPROVED[place][vetted ? risk : 5] === "+" && (!isQuestion || ANSWERS.has(place));
            const answer = mayApprove({ place, risk, vetted, isQuestion, role, isDrawn });
            const wanted = role === "viewer" ? "role" : !here ? "place" : isDrawn || !DRAWS.has(place) ? "yes" : "undrawn";
            const asking = [place, risk, vetted, isQuestion, role, isDrawn];
            expect([...asking, answer]).toEqual([...asking, wanted]);
            asked += 1;
          }
        }
      }
    }
  }
  expect(asked).toBe(9 * 6 * 2 * 2 * 3 * 2);
});

test("G34 that a tool is not vetted allows nothing that any rating of it would refuse", () => {
  const places = fc.constantFrom(...(Object.keys(DECISION_PLACES) as DecisionPlace[]));
  const asked = fc.record({
    place: places,
    risk: fc.constantFrom(...RISKS),
    role: fc.constantFrom(...ROLES),
    isDrawn: fc.boolean(),
    isQuestion: fc.boolean(),
  });
  fc.assert(
    fc.property(asked, fc.constantFrom(...RISKS), (one, rated) => {
      const unvetted = mayApprove({ ...one, vetted: false });
      expect(riskForRules({ risk: one.risk, vetted: false })).toBeGreaterThanOrEqual(rated);
      if (unvetted === "yes") expect(mayApprove({ ...one, risk: rated, vetted: true })).toBe("yes");
    }),
  );
});

test("G24 a refusal names the risk, the place and the way on", () => {
  expect(refusePlace("frame", { risk: 4, vetted: true, isQuestion: false })).toBe(
    "An action with risk level L4 must be read and approved separately, not in a frame in another page. Open it in the inbox.",
  );
  expect(refusePlace("batch", { risk: 1, vetted: false, isQuestion: false })).toBe(
    "An action of an unvetted tool must be read and approved separately, not in a batch. Open it in the inbox.",
  );
  expect(refusePlace("page", { risk: 5, vetted: true, isQuestion: false })).toBeUndefined();
  expect(refusePlace("message", { risk: 1, vetted: true, isQuestion: true })).toBe(
    "A question must be answered separately, not in a message. Open it in the inbox.",
  );
});
