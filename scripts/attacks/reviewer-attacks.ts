import type { AttackArea } from "./attack.ts";

export const REVIEWER_ATTACKS: AttackArea = {
  title: "What a reviewer approves",
  attacks: [
    {
      attack: "Approve is pressed, by click or by key, while the comparison is still being loaded",
      guarantee: "G24",
      file: "packages/inbox/e2e/drawn.e2e.ts",
      tests: ["G24 approval waits for a comparison"],
    },
    {
      attack: "The view of the changes does not arrive, and the action is approved without it",
      guarantee: "G24",
      file: "packages/inbox/e2e/drawn.e2e.ts",
      tests: ["G24 a part that cannot be drawn", "G24 a comparison that does not arrive"],
    },
    {
      attack:
        "A part that shows an earlier state of the action, has left the screen, or does not report itself counts as drawn",
      guarantee: "G24",
      file: "packages/inbox/test/review-parts.unit.test.ts",
      tests: ["G24 an action is drawn when", "G24 a verdict rests on every part"],
    },
    {
      attack: "A high-risk action is approved in a frame, or in a batch through the API",
      guarantee: "G24",
      file: "packages/server/test/engine/guards.int.test.ts",
      tests: ["G6 G24 what is of high risk"],
    },
    {
      attack: "A program claims to be a frame, or a page in a frame passes for the inbox",
      guarantee: "G24",
      file: "packages/server/test/http/framing.int.test.ts",
      tests: ["G24 a decision of our page in a frame"],
    },
    {
      attack:
        "An action is approved in a place where its risk does not allow it; tried at any risk, vetted or not, by any role, drawn or not",
      guarantee: "G24",
      file: "packages/protocol/test/decision-places.unit.test.ts",
      tests: ["G24 every place, risk, vetted or not", "G34 that a tool is not vetted"],
    },
    {
      attack: "A change that the row of a batch does not show is approved with the others",
      guarantee: "G24",
      file: "packages/inbox/test/short-changes.unit.test.ts",
      tests: ["G24 a row of many shows each change"],
    },
    {
      attack: "An approval is sent without the digest of what was shown, alone, in a batch or as the second of two votes",
      guarantee: "G2 G18",
      file: "packages/server/test/engine/approvers.contract.test.ts",
      tests: ["G18 an approval without the digest of what was shown"],
    },
    {
      attack: "A front end that uses interrupts shows the arguments as proposed after another approver edited them",
      guarantee: "G2",
      file: "packages/sdk/test/adapters/interrupts.int.test.ts",
      tests: ["G2 what is shown is what would run"],
    },
    {
      attack: "An agent's arguments or caption pass for text by an administrator",
      guarantee: "G11",
      file: "packages/server/test/engine/policy.contract.test.ts",
      tests: ["G11 an administrator's question"],
    },
    {
      attack: "A rejected call is repeated under fifty new session and mission names",
      guarantee: "G15",
      file: "packages/server/test/engine/repeats.contract.test.ts",
      tests: ["G15 names that the agent chooses change nothing"],
    },
    {
      attack:
        "A rejected call is repeated in full-width letters, with invisible characters, with space, or with a default spelled out",
      guarantee: "G15",
      file: "packages/server/test/engine/repeats.contract.test.ts",
      tests: ["G15 the same words in other characters"],
    },
    {
      attack: "An agent wears people down with ever new variants of rejected calls",
      guarantee: "G15",
      file: "packages/server/test/engine/repeats.contract.test.ts",
      tests: ["G15 ten rejections one after another", "G15 a call that nearly repeats"],
    },
  ],
};
