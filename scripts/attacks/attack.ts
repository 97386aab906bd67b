/** One attack on a wall, and the tests that try it. */
export interface Attack {
  /** What an attacker, a fault or a bad neighbour does, in plain words: "Approve is clicked before the diff is drawn". */
  attack: string;
  /** The guarantees of SPEC.md that hold, "G24" or "G24 G18". */
  guarantee: string;
  /** The test file, from the root of the repository. */
  file: string;
  /** How the names of its tests begin; each must match at least one test. */
  tests: readonly string[];
}

/** A part of the system with the attacks tried on it; one section of docs/security/attacks.md. */
export interface AttackArea {
  title: string;
  attacks: readonly Attack[];
}
