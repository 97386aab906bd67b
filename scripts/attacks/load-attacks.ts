import type { AttackArea } from "./attack.ts";

export const LOAD_ATTACKS: AttackArea = {
  title: "Availability",
  attacks: [],
};
