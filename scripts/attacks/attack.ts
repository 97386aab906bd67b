/** One attack, and the tests that try it. */
export interface Attack {
  /** Behaviour of an attacker, a fault or a neighbour, in plain words: "Approve is clicked before the diff is drawn". */
  attack: string;
  /** Guarantees of SPEC.md that must hold, "G24" or "G24 G18". */
  guarantee: string;
  /** Test file, from the root of the repository. */
  file: string;
  /** Prefixes of the test names; each must match at least one test. */
  tests: readonly string[];
}

/** Attacks on one part of the system; one section of docs/security/attacks.md. */
export interface AttackArea {
  title: string;
  attacks: readonly Attack[];
}
