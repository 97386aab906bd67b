import type { AttackArea } from "./attack.ts";

export const REVIEWER_ATTACKS: AttackArea = {
  title: "What a reviewer approves",
  attacks: [
    {
      attack: "An approval is sent without the digest of what was shown, alone, in a batch or as the second of two votes",
      guarantee: "G2 G18",
      file: "packages/server/test/engine/approvers.contract.ts",
      tests: ["G18 an approval without the digest of what was shown"],
    },
    {
      attack: "A front end that speaks interrupts shows the arguments as proposed, after another approver edited them",
      guarantee: "G2",
      file: "packages/sdk/test/adapters/interrupts.int.test.ts",
      tests: ["G2 what is shown is what would run"],
    },
  ],
};
