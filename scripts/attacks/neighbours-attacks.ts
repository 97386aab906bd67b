import type { AttackArea } from "./attack.ts";

export const NEIGHBOURS_ATTACKS: AttackArea = {
  title: "Bad neighbours",
  attacks: [],
};
