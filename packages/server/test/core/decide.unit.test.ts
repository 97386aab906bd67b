import { TOKEN_SCOPES } from "@countersign/protocol";
import { expect, test } from "vitest";
import { decide, type Decider } from "../../src/core/decide.ts";

const action = { status: "pending", digest: "d", proposedBy: { kind: "agent", id: "agent" } } as const;
const person: Decider = { kind: "user", id: "ada", name: "Ada", workspaceId: "w", role: "admin", teams: [], groups: [] };

test("G25 a person decides by a session or a token made to decide, not by any other token", () => {
  for (const verdict of ["approve", "reject", "refine"] as const) {
    expect(decide(action, person, { verdict, digest: "d" }).ok).toBe(true);
    const allowed = TOKEN_SCOPES.filter((scope) => decide(action, { ...person, scope }, { verdict, digest: "d" }).ok);
    expect(allowed).toEqual(["decide"]);
  }
});
