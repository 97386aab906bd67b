import type { AttackArea } from "./attack.ts";

export const FAULTS_ATTACKS: AttackArea = {
  title: "Truth after faults",
  attacks: [],
};
