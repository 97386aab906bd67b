import type { AttackArea } from "./attack.ts";

export const CALLERS_ATTACKS: AttackArea = {
  title: "Who may act",
  attacks: [],
};
