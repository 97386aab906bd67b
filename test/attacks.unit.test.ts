import { expect, test } from "vitest";
import type { AttackArea } from "../scripts/attacks/attack.ts";
import { writePage } from "../scripts/attacks/write-page.ts";

const FILE = "packages/server/test/some.unit.test.ts";
const AREA: AttackArea = {
  title: "Somewhere",
  attacks: [{ attack: "Two click at once", guarantee: "G3", file: FILE, tests: ["G3 two"] }],
};

test("the page of attacks counts the tests that tried each and those that held", () => {
  const results = [
    { file: FILE, title: "G3 two approvals, one run", hasPassed: true },
    { file: FILE, title: "G3 two rejections", hasPassed: true },
    { file: FILE, title: "something else", hasPassed: true },
  ];
  const { page, faults } = writePage([AREA], [], results);
  expect(faults).toEqual([]);
  expect(page).toContain("**2 tests tried, 2 held.**");
  expect(page).toContain(`| Two click at once | G3 | \`${FILE}\` | 2 | 2 |`);
});

test("an attack without a test, a test that failed and a suite that did not run are faults", () => {
  expect(writePage([AREA], ["packages/server/test/hostile/"], []).faults).toEqual([
    `Two click at once: ${FILE} has no test that begins with "G3 two"`,
    "packages/server/test/hostile/: no test has run",
  ]);
  const failed = [{ file: FILE, title: "G3 two approvals, one run", hasPassed: false }];
  expect(writePage([AREA], [], failed).faults).toEqual([`${FILE}: G3 two approvals, one run has not passed`]);
});
