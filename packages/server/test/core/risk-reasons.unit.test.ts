import { expect, test } from "vitest";
import { riskReasons, type RiskFacts } from "../../src/core/risk-reasons.ts";

const calm: RiskFacts = {
  toolName: "write_file",
  risk: 2,
  ratedRisk: 2,
  vetted: true,
  effect: "idempotent",
  target: "file:a",
  snapshot: "v1",
};

test("a tool that says what it does and can be repeated has its level as the only reason", () => {
  expect(riskReasons(calm)).toEqual(["The tool is rated 2 of 5, moderate risk: harm that is easily undone."]);
});

test.each(["delete_file", "deleteFile", "records.remove", "DropTable", "user-REVOKE"])(
  "%s takes something away",
  (toolName) => {
    expect(riskReasons({ ...calm, toolName })).toContainEqual(expect.stringContaining("may delete something"));
  },
);

test.each(["undeleted_list", "dropdown_set", "closest_store", "removed"])("%s does not", (toolName) => {
  expect(riskReasons({ ...calm, toolName })).toHaveLength(1);
});

test("what cannot be repeated, named or watched is said", () => {
  expect(riskReasons({ ...calm, effect: "unsafe" })).toHaveLength(2);
  expect(riskReasons({ ...calm, target: null, snapshot: null })).toContain("The tool does not report its target.");
  expect(riskReasons({ ...calm, snapshot: null })).toContain(
    "Changes to the target between proposal and execution cannot be detected.",
  );
});

test("that nobody rated or vetted a tool is said, and no level in their place", () => {
  expect(riskReasons({ ...calm, risk: 3, ratedRisk: null })[0]).toBe(
    "Nobody has rated the tool. Rules treat it as risk level 3 of 5.",
  );
  const unvetted = riskReasons({ ...calm, risk: 5, ratedRisk: 1, vetted: false });
  expect(unvetted[0]).toBe("The tool is rated 1 of 5, low risk: hardly any harm.");
  expect(unvetted[1]).toMatch(/^The tool is not vetted:/);
});
