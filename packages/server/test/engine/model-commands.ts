import { fc } from "../../../../test/support/property.ts";
import { sql } from "kysely";
import type { FailureCode, JsonObject } from "@countersign/protocol";
import type { Principal } from "../../src/core/principal.ts";
import { appendEvents, SYSTEM } from "../../src/store/statements/row.ts";
import type { Gate } from "../support/gate.ts";
import { need } from "../support/gate.ts";
import {
  digestOf,
  EFFECTS,
  expectAnswer,
  expectRow,
  lapse,
  moveTo,
  proposeFirst,
  toolOf,
  type Model,
  type Real,
} from "./model-run.ts";
import { AFTER_VERDICT, afterLoss, claimOf, type Effect, type ModelAction, type Verdict } from "./model-table.ts";

type Who = "admin" | "approver" | "other" | "viewer" | "agent" | "worker";
type Command = fc.AsyncCommand<Model, Real>;

const principalOf = (gate: Gate, who: Who): Principal => (who === "agent" || who === "worker" ? gate[who] : gate.people[who]);
const mayDecide = (who: Who): boolean => who === "admin" || who === "approver" || who === "other";

/** A command on the current action; the stored row is compared with the model after it. */
const onAction = (
  name: string,
  run: (action: ModelAction, real: Real) => Promise<void>,
  applies: (action: ModelAction) => boolean = () => true,
): Command => ({
  check: ({ action }) => applies(action),
  async run({ action }, real) {
    await run(action, real);
    await expectRow(real, action);
  },
  toString: () => name,
});

const proposeNew = (effect: Effect, amount: number): Command => ({
  check: () => true,
  async run(model, real) {
    model.action = await proposeFirst(real, effect, amount);
    await expectRow(real, model.action);
  },
  toString: () => `propose ${effect} ${amount}`,
});

type Edits = "none" | "amount" | "same" | "protected" | "too much" | "unknown";
const EDITS: Record<Edits, JsonObject | undefined> = {
  none: undefined,
  amount: { amount: 77 },
  same: {},
  protected: { to: "b" },
  "too much": { amount: 5000 },
  unknown: { other: 1 },
};
type Digest = "none" | "shown" | "edited" | "wrong";

const decide = (verdict: Verdict, who: Who, edits: Edits, digest: Digest): Command =>
  onAction(`${verdict} by ${who}, edits ${edits}, digest ${digest}`, async (action, real) => {
    const shown = digestOf(real, action);
    const ofEdits = digestOf(real, { ...action, amount: 77 });
    const named = { none: undefined, shown, edited: ofEdits, wrong: "0".repeat(64) }[digest];
    const userEdits = verdict === "approve" ? EDITS[edits] : undefined;
    const answer = await real.gate.bareEngine.decisions[verdict](principalOf(real.gate, who), action.id, {
      channel: "api",
      comment: "because",
      ...(userEdits ? { userEdits } : {}),
      ...(named === undefined ? {} : { digest: named }),
    });
    const isEdit = userEdits !== undefined && edits !== "same";
    const matches = named === undefined || named === shown || (isEdit && named === ofEdits);
    const code = ((): string => {
      if (!mayDecide(who)) return "FORBIDDEN";
      if (action.status !== "pending") return "INVALID_STATE";
      if (verdict === "approve" && named === undefined) return "DIGEST_REQUIRED";
      if (isEdit && edits !== "amount") return "INVALID_INPUT";
      if (!matches) return "DIGEST_MISMATCH";
      return lapse(action) ? "INVALID_STATE" : "ok";
    })();
    if (code === "ok") {
      moveTo(action, AFTER_VERDICT[verdict], principalOf(real.gate, who).id);
      action.decisions += 1;
      if (isEdit) Object.assign(action, { amount: 77, edited: true });
    }
    expectAnswer(answer, code, action);
  });

const cancel = (who: Who): Command =>
  onAction(`cancel by ${who}`, async (action, { gate }) => {
    const answer = await gate.engine.settlements.cancel(principalOf(gate, who), action.id);
    const code = who !== "agent" ? "FORBIDDEN" : lapse(action) || action.status !== "pending" ? "INVALID_STATE" : "ok";
    if (code === "ok") moveTo(action, "cancelled", gate.agent.id);
    expectAnswer(answer, code, action);
  });

const retry = (who: Who): Command =>
  onAction(`retry by ${who}`, async (action, { gate }) => {
    const answer = await gate.engine.settlements.retry(principalOf(gate, who), action.id);
    const code = ((): string => {
      if (!mayDecide(who)) return "FORBIDDEN";
      // The approved version no longer exists, even if the tool is the same again.
      if (action.errorCode === "stale" || action.errorCode === "tool_changed") return "STALE";
      lapse(action);
      return action.status === "failed" || action.status === "outcome_unknown" ? "ok" : "INVALID_STATE";
    })();
    if (code === "ok") {
      moveTo(action, "approved", principalOf(gate, who).id);
      action.decisions += 1;
      action.errorCode = null;
    }
    expectAnswer(answer, code, action);
  });

const settle = (who: Who, outcome: "executed" | "failed"): Command =>
  onAction(`settle ${outcome} by ${who}`, async (action, { gate }) => {
    const answer = await gate.engine.settlements.settle(principalOf(gate, who), action.id, outcome, "looked it up");
    if (mayDecide(who)) lapse(action);
    const code = !mayDecide(who) ? "FORBIDDEN" : action.status === "outcome_unknown" ? "ok" : "INVALID_STATE";
    if (code === "ok") {
      moveTo(action, outcome, principalOf(gate, who).id);
      action.errorCode = outcome === "failed" ? "handler" : null;
    }
    expectAnswer(answer, code, action);
  });

/** Ends the lifetime, in any status, before anything notices. Appends an event, as for every evidence column. */
const endLifetime = onAction("end lifetime", async (action, { gate }) => {
  await sql`
    with ended as (
      update action set expires_at = now() - interval '1 second' where id = ${action.id} returning *
    ) ${appendEvents("ended", sql`'action.lifetime_ended'`, SYSTEM)}`.execute(gate.database.kysely);
  action.lapsed = true;
});

const sweep = onAction("sweep", async (action, { gate }) => {
  await gate.engine.sweep();
  lapse(action);
});

/** A right that is withdrawn for the time of the claim and restored afterwards. */
type Rights = "kept" | "approver gone" | "agent gone" | "tool changed";
const WITHDRAWN = {
  kept: null,
  "approver gone": "forbidden",
  "agent gone": "forbidden",
  "tool changed": "tool_changed",
} as const;

async function setRights(gate: Gate, rights: Rights, lost: boolean): Promise<void> {
  const { kysely } = gate.database;
  const { workspaceId } = gate.agent;
  const people = kysely.updateTable("member").where("workspaceId", "=", workspaceId);
  if (rights === "approver gone") {
    if (lost) await people.set({ role: "viewer" }).execute();
    for (const role of lost ? [] : (["admin", "approver", "viewer"] as const))
      await people.set({ role }).where("userId", "like", `${role}%`).execute();
    if (!lost) await people.set({ role: "approver" }).where("userId", "like", "other%").execute();
  }
  if (rights === "agent gone") {
    await kysely
      .updateTable("apiKey")
      .set({ revokedAt: lost ? new Date() : null })
      .where("id", "=", gate.agent.id)
      .execute();
  }
  if (rights === "tool changed")
    await kysely.updateTable("tool").set({ enabled: !lost }).where("workspaceId", "=", workspaceId).execute();
}

const claim = (rights: Rights): Command =>
  onAction(`claim, ${rights}`, async (action, { gate }) => {
    await setRights(gate, rights, true);
    const tools = EFFECTS.map(toolOf);
    const { claims } = need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1000 }));
    await setRights(gate, rights, false);
    const given = claims.filter((one) => one.action.id === action.id);
    const error = WITHDRAWN[rights];
    if (action.status !== "approved" || error !== null) {
      if (given.length > 0) throw new Error(`handed out while ${action.status}, ${rights}`);
      if (action.status !== "approved") return;
      moveTo(action, action.attempts.at(-1) === "lost" ? "outcome_unknown" : "failed");
      action.errorCode = error;
      return;
    }
    const [one] = given;
    if (!one || given.length > 1) throw new Error(`${given.length} claims for one approval`);
    action.attempt += 1;
    action.attempts.push("running");
    moveTo(action, "executing");
    action.claims.push(one.id);
    const want = {
      amount: action.amount,
      key: `act_${action.id}`,
      attempt: action.attempt,
      reconcile: action.effect === "reconcilable" && action.attempt > 1,
    };
    const got = {
      amount: one.effectiveInput["amount"],
      key: one.idempotencyKey,
      attempt: one.attempt,
      reconcile: one.reconcile,
    };
    if (JSON.stringify(got) !== JSON.stringify(want))
      throw new Error(`claimed ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
  });

/** `which` counts back from the newest claim: 0 is the current one while the action executes, the others were lost or ended. */
const report = (how: "complete" | "fail" | "heartbeat", which: number, code: FailureCode | "outcome_unknown"): Command =>
  onAction(
    `${how}${how === "fail" ? ` ${code}` : ""} claim -${which}`,
    async (action, { gate }) => {
      const claimId = action.claims.at(-1 - which) ?? "";
      const isOwn = claimId === claimOf(action);
      const { engine, worker } = gate;
      if (how === "heartbeat") {
        expectAnswer(await engine.workers.heartbeat(worker, claimId), isOwn ? "ok" : "INVALID_STATE", action);
        return;
      }
      const answer =
        how === "complete"
          ? await engine.workers.complete(worker, claimId, { done: true })
          : await engine.workers.fail(worker, claimId, { code, message: "no" });
      // A retry that fails does not tell whether the lost execution before it took effect.
      const isUnclear = code === "outcome_unknown" || action.attempts.at(-2) === "lost";
      const ended = how === "complete" ? "executed" : isUnclear ? "lost" : "failed";
      if (isOwn) action.attempts.splice(-1, 1, ended);
      if (!isOwn) action.lateReports += 1;
      else if (how === "complete") moveTo(action, "executed");
      else if (isUnclear) moveTo(action, "outcome_unknown");
      else {
        moveTo(action, "failed");
        action.errorCode = code;
      }
      expectAnswer(answer, isOwn ? "ok" : "INVALID_STATE", action);
    },
    (action) => action.claims.length > which,
  );

/** Expires the lease of a silent executor; a sweep then recovers the action. */
const lose = onAction("lose", async (action, { gate }) => {
  await sql`update action set lease_until = now() - interval '1 second' where id = ${action.id} and status = 'executing'`.execute(
    gate.database.kysely,
  );
  if (action.status === "executing") {
    moveTo(action, afterLoss(action));
    action.attempts.splice(-1, 1, "lost");
  } else lapse(action);
  await gate.engine.sweep();
});

const anyone = fc.constantFrom<Who>("admin", "approver", "other", "viewer", "agent", "worker");
const someoneWhoMay = fc.constantFrom<Who>("approver", "other");
/** Mostly people who may decide, so that runs progress. */
const who = fc.oneof({ weight: 3, arbitrary: someoneWhoMay }, { weight: 1, arbitrary: anyone });
const failure = fc.constantFrom<FailureCode | "outcome_unknown">("handler", "stale", "timeout", "outcome_unknown");
const edits = fc.constantFrom<Edits>("none", "none", "amount", "same", "protected", "too much", "unknown");
const digest = fc.constantFrom<Digest>("none", "shown", "shown", "edited", "wrong");
const rights = fc.constantFrom<Rights>("kept", "kept", "kept", "approver gone", "agent gone", "tool changed");

/** `fc.commands` picks uniformly, so commands that keep an action going are listed more than once. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  fc
    .tuple(fc.constantFrom(...EFFECTS), fc.integer({ min: 0, max: 1000 }))
    .map(([effect, amount]) => proposeNew(effect, amount)),
  fc.tuple(who, edits, digest).map(([by, how, seen]) => decide("approve", by, how, seen)),
  fc.tuple(who, fc.constantFrom<Edits>("none", "amount")).map(([by, how]) => decide("approve", by, how, "shown")),
  fc
    .tuple(fc.constantFrom<Verdict>("reject", "refine"), who, digest)
    .map(([verdict, by, seen]) => decide(verdict, by, "none", seen)),
  anyone.map(cancel),
  who.map(retry),
  who.map(retry),
  fc.tuple(who, fc.constantFrom<"executed" | "failed">("executed", "failed")).map(([by, outcome]) => settle(by, outcome)),
  fc.constant(endLifetime),
  fc.constant(sweep),
  rights.map(claim),
  fc.constant(claim("kept")),
  fc.constant(claim("kept")),
  fc
    .tuple(fc.constantFrom<"complete" | "fail" | "heartbeat">("complete", "fail", "fail", "heartbeat"), fc.nat(2), failure)
    .map(([how, which, code]) => report(how, which, code)),
  fc.constant(report("complete", 0, "handler")),
  fc.constant(lose),
  fc.constant(lose),
];
