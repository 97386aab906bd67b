import type { AttackArea } from "./attack.ts";

export const GATEWAY_ATTACKS: AttackArea = {
  title: "The gateway's doors",
  attacks: [],
};
