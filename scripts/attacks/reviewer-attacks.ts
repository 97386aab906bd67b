import type { AttackArea } from "./attack.ts";

export const REVIEWER_ATTACKS: AttackArea = {
  title: "What a reviewer approves",
  attacks: [],
};
