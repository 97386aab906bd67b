import type { Role } from "@countersign/protocol";
import { expect, test } from "vitest";
import { decide, type Decider, type Verdicted } from "../../src/core/decide.ts";
import { explainApproval } from "../../src/core/explain-approval.ts";

const person = (id: string, role: Role, teams: string[] = []): Decider => ({
  kind: "user",
  id,
  name: id,
  workspaceId: "w",
  role,
  teams,
  groups: [],
});
const outcome = (by: Decider, approverRole: "approver" | "admin" | null, approverIds: string[]) => {
  const decided = decide(
    {
      status: "pending",
      digest: "d",
      proposedBy: { kind: "agent", id: "key" },
      approvers: { approverRole, approverIds },
    },
    by,
    { verdict: "approve", digest: "d" },
  );
  return decided.ok ? decided.value : decided.refusal.code;
};

test("G8 a tool's rule narrows who decides and never widens it", () => {
  const [ann, bob, vic] = [person("ann", "admin"), person("bob", "approver"), person("vic", "viewer")];
  expect([ann, bob, vic].map((by) => outcome(by, null, []))).toEqual(["approved", "approved", "FORBIDDEN"]);
  expect([ann, bob, vic].map((by) => outcome(by, "admin", []))).toEqual(["approved", "FORBIDDEN", "FORBIDDEN"]);
  expect([ann, bob, vic].map((by) => outcome(by, null, ["bob", "vic"]))).toEqual(["FORBIDDEN", "approved", "FORBIDDEN"]);
  expect([ann, bob, vic].map((by) => outcome(by, "admin", ["bob"]))).toEqual(["FORBIDDEN", "FORBIDDEN", "FORBIDDEN"]);
  expect(outcome({ ...bob, kind: "agent" }, null, ["bob"])).toBe("FORBIDDEN");
});

test("G18 who is none of those a rule asks does not decide, whatever the verdict", () => {
  const approvers = {
    approverRole: null,
    approverIds: [],
    approvalRules: [{ needs: "any_of" as const, of: [{ user: "bob" }] }],
  };
  const action = { status: "pending" as const, digest: "d", proposedBy: { kind: "agent" as const, id: "key" }, approvers };
  for (const verdict of ["approve", "reject", "refine"] as const) {
    const said = [person("ann", "admin"), person("bob", "approver"), person("bob", "viewer")].map(
      (by) => decide(action, by, { verdict, digest: "d" }).ok,
    );
    expect([verdict, ...said]).toEqual([verdict, false, true, false]);
  }
});

test("G7 the person an agent acts for does not decide on what it proposes", () => {
  const action = { status: "pending" as const, digest: "d", proposedBy: { kind: "agent" as const, id: "key" }, actsFor: "ann" };
  for (const verdict of ["approve", "reject", "refine"] as const) {
    expect(decide(action, person("ann", "admin"), { verdict, digest: "d" }).ok).toBe(false);
    expect(decide(action, person("bob", "approver"), { verdict, digest: "d" }).ok).toBe(true);
  }
});

test("G61 who may confirm a call of the agent that acts for them does so themselves, and by no delegate", () => {
  const action = {
    status: "pending" as const,
    digest: "d",
    proposedBy: { kind: "agent" as const, id: "key" },
    actsFor: "ann",
    selfConfirm: true,
  };
  const [ann, bob] = [person("ann", "approver"), person("bob", "approver")];
  for (const verdict of ["approve", "reject", "refine"] as const) {
    const may = (by: Decider, delegator?: Decider) => decide(action, by, { verdict, digest: "d", delegator }).ok;
    expect([verdict, may(ann), may(ann, bob), may(bob), may(bob, ann)]).toEqual([verdict, true, true, true, false]);
    expect(decide({ ...action, selfConfirm: false }, ann, { verdict, digest: "d", delegator: bob }).ok).toBe(false);
  }
});

test("G2 an approval names the digest of what was shown, with edits or without; other verdicts may", () => {
  const action = { status: "pending" as const, digest: "d", proposedBy: { kind: "agent" as const, id: "key" } };
  const by = person("bob", "approver");
  const say = (decision: Omit<Verdicted, "verdict">, verdict: Verdicted["verdict"] = "approve") => {
    const decided = decide(action, by, { verdict, ...decision });
    return decided.ok ? decided.value : decided.refusal.code;
  };
  expect([say({}), say({ edits: "unread" }), say({ edits: { digest: "e" } })]).toEqual(Array(3).fill("DIGEST_REQUIRED"));
  expect([say({ digest: "d" }), say({ digest: "e" })]).toEqual(["approved", "DIGEST_MISMATCH"]);
  expect(["d", "e", "f"].map((digest) => say({ digest, edits: { digest: "e" } }))).toEqual([
    "approved",
    "approved",
    "DIGEST_MISMATCH",
  ]);
  expect([say({}, "reject"), say({}, "refine"), say({ digest: "e" }, "reject")]).toEqual([
    "rejected",
    "refined",
    "DIGEST_MISMATCH",
  ]);
});

test("the action says why it asks and who may decide", () => {
  const say = (more: object) =>
    explainApproval({ source: "server", toolName: "pay", policyWhen: null, resolvedKind: null, resolvedBy: null, ...more });
  const tool = { approverRole: "admin" as const, approverNames: ["Ann", "Bob"] };
  expect(say({}).who).toBe("Anyone in this workspace with the role approver or admin; never the agent that proposed it.");
  expect(say({ tool, approval: "when" })).toEqual({
    why: "An administrator's expression requires approval for calls to pay like this one.",
    who: "Only Ann, Bob, while they have the role admin; never the agent that proposed it.",
  });
  const passed = { policyWhen: "args.a > 1", resolvedKind: "system", resolvedBy: "policy" };
  expect(say(passed).why).toContain("args.a > 1");
});
