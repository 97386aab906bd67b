import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import type { ActionPage, Effect, ToolDefinition } from "@countersign/protocol";
import type { ServerTools } from "../../src/ports/tool.ts";
import { verifyAudit } from "../../src/engine/records/verify-audit.ts";
import { claimApproved } from "../support/claim.ts";
import { codeOf, need, propose, type Gate } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { defineTool as define, prepareAttacks } from "./prepare-attacks.ts";

const kind = inject("database");

/** Tests holes found by a review; each test is the attack. */
describe(`attacks on ${kind}`, () => {
  const { withGate, payAndApprove, statusOf, untilStatus } = prepareAttacks(kind);

  test("a handler that ran is not recorded as failed because the database did not answer once", () =>
    withGate({ started: false }, async (gate) => {
      const id = await payAndApprove(gate);
      const { kysely } = gate.database;
      // A sequence is not rolled back, so the first ending fails and the next one succeeds.
      await sql`create sequence endings`.execute(kysely);
      await sql`create function hiccup() returns trigger language plpgsql as $$ begin
          if new.status in ('executed', 'failed') and nextval('endings') = 1 then raise exception 'the connection is gone'; end if;
          return new; end $$`.execute(kysely);
      await sql`create trigger hiccup before update on action for each row execute function hiccup()`.execute(kysely);
      gate.engine.start();
      expect(await untilStatus(gate, id, "executed", "failed")).toBe("executed");
      await sql`drop trigger hiccup on action`.execute(kysely);
      expect(gate.ran).toHaveLength(1);
    }));

  test("a handler cut off by a stop is left to its lease, not recorded as failed", async () => {
    const waits: ServerTools = {
      name: "waits",
      tools: [
        {
          approval: "required",
          definition: { name: "pay", description: "waits until it is told to stop", inputSchema: { type: "object" } },
          describe: async () => ({ preview: { title: "Pay" } }),
          execute: (_input, { signal }) =>
            new Promise((_resolve, reject) =>
              signal.addEventListener("abort", () => reject(new Error("cut off")), { once: true }),
            ),
        },
      ],
    };
    await withGate({ connectors: [waits] }, async (gate) => {
      const id = await payAndApprove(gate);
      await untilStatus(gate, id, "executing");
      await gate.engine.stop(0);
      await sleep(200);
      expect(await statusOf(gate, id)).toBe("executing");
    });
  });

  test("a batch with one key twice stores nothing, and a batch that lost a key stores nothing twice", () =>
    withGate({ started: false }, async (gate) => {
      const twice = await gate.engine.proposals.proposeMany(gate.agent, {
        items: [1, 2].map((amount) => ({ toolName: "pay", toolInput: { amount }, idempotencyKey: "k" })),
      });
      expect(twice.ok).toBe(false);
      const same = { toolName: "pay", toolInput: { amount: 7 }, idempotencyKey: "same" };
      const [first, second] = need(await gate.engine.proposals.proposeMany(gate.agent, { items: [same, same] })).items;
      expect(second!.pendingActionId).toBe(first!.pendingActionId);
      const batch = [
        { toolName: "pay", toolInput: { amount: 5 } },
        { toolName: "pay", toolInput: { amount: 6 }, idempotencyKey: "z" },
      ];
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => gate.engine.proposals.proposeMany(gate.agent, { items: batch })),
      );
      const { items } = need(await gate.engine.actions.list(gate.people.admin, {}));
      expect(answers.every((answer) => answer.ok)).toBe(true);
      expect(items.filter(({ toolInput }) => toolInput["amount"] === 5)).toHaveLength(8);
      expect(items.filter(({ toolInput }) => toolInput["amount"] === 6)).toHaveLength(1);
      expect(items).toHaveLength(10);
    }));

  test("a worker's tool let through without approval asks again when its definition changes", () =>
    withGate({ started: false }, async (gate) => {
      const register = async (tool: ToolDefinition) =>
        need(await gate.engine.declaredTools.register(gate.worker, [tool]))[0]!.approval;
      await register(define("logs", "reads logs"));
      need(await gate.engine.tools.change(gate.people.admin, "logs", { approval: "never", confirm: true }));
      expect(await register(define("logs", "reads logs"))).toBe("never");
      expect(await register(define("logs", "drops the database"))).toBe("required");
    }));

  test("a tool of a revoked worker key can be registered by the next key, gated, and of no other", () =>
    withGate({ started: false }, async (gate) => {
      need(await gate.engine.declaredTools.register(gate.worker, [define("logs")]));
      need(await gate.engine.tools.change(gate.people.admin, "logs", { approval: "never", confirm: true }));
      const next = { ...gate.worker, id: `next_${gate.worker.id}` };
      expect((await gate.engine.declaredTools.register(next, [define("logs")])).ok).toBe(false);
      await gate.database.kysely
        .updateTable("apiKey")
        .set({ revokedAt: new Date() })
        .where("id", "=", gate.worker.id)
        .execute();
      const [tool] = need(await gate.engine.declaredTools.register(next, [define("logs")]));
      expect(tool).toMatchObject({ source: next.id, approval: "required" });
      expect((await gate.engine.declaredTools.register(next, [define("pay")])).ok).toBe(false);
    }));

  const loseLease = async (gate: Gate, id: string): Promise<void> => {
    await sql`update action set lease_until = now() - interval '1 second' where id = ${id}`.execute(gate.database.kysely);
    await gate.engine.sweep();
  };
  /** Returns an approved action whose first claim was lost; it may be claimed again if its effect class allows that. */
  async function loseOne(gate: Gate, effect: Effect): Promise<{ id: string; claimId: string; tools: string[] }> {
    const tools = [`lose_${effect}`];
    need(await gate.engine.declaredTools.register(gate.worker, [{ ...define(tools[0]!), effect }]));
    const id = await payAndApprove(gate, tools[0]);
    const [claim] = need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 })).claims;
    await loseLease(gate, id);
    return { id, claimId: claim!.id, tools };
  }

  test.each(["idempotent", "reconcilable"] as const)(
    "G5 what is %s and fails by itself after a lost attempt is not called failed",
    (effect) =>
      withGate({ started: false }, async (gate) => {
        const { id, tools } = await loseOne(gate, effect);
        const [second] = need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 })).claims;
        need(await gate.engine.workers.fail(gate.worker, second!.id, { code: "handler", message: "no" }));
        expect(await statusOf(gate, id)).toBe("outcome_unknown");
      }),
  );

  test("G5 a handler of this server that fails after a lost attempt is not called failed", () => {
    let runs = 0;
    const dies: ServerTools = {
      name: "dies",
      tools: [
        {
          approval: "required",
          definition: {
            name: "pay",
            description: "is cut off, then fails",
            inputSchema: { type: "object" },
            effect: "idempotent",
          },
          describe: async () => ({ preview: { title: "Pay" } }),
          execute: async () => {
            runs += 1;
            throw new Error("no");
          },
        },
      ],
    };
    return withGate({ connectors: [dies], started: false }, async (gate) => {
      const id = await payAndApprove(gate);
      await claimApproved(gate.database.kysely, {
        source: "server",
        limit: 10,
        leaseSeconds: 60,
        by: { kind: "system", id: "gone", name: "gone" },
      });
      await loseLease(gate, id);
      gate.engine.start();
      expect(await untilStatus(gate, id, "failed", "outcome_unknown")).toBe("outcome_unknown");
      expect(runs).toBe(1);
    });
  });

  test("G5 what is withdrawn after a lost attempt is not called failed, and the log says so", () =>
    withGate({ started: false }, async (gate) => {
      const { id, tools } = await loseOne(gate, "idempotent");
      need(await gate.engine.tools.change(gate.people.admin, tools[0]!, { enabled: false }));
      expect(need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 })).claims).toEqual([]);
      expect(await statusOf(gate, id)).toBe("outcome_unknown");
      expect(need(await gate.engine.actions.timeline(gate.people.admin, id)).at(-1)!.kind).toBe("action.outcome_unknown");
    }));

  test("a claim that was never given reports nothing; one that was lost reports late; neither is shown", () =>
    withGate({ started: false }, async (gate) => {
      const { id, claimId } = await loseOne(gate, "unsafe");
      const lateReports = async () =>
        need(await gate.engine.actions.timeline(gate.people.admin, id)).filter(({ kind }) => kind === "action.late_report")
          .length;
      const invented = await gate.engine.workers.complete(gate.worker, `${id}:${randomUUID()}`, {});
      expect(codeOf(invented)).toBe("NOT_FOUND");
      expect(codeOf(await gate.engine.workers.fail(gate.worker, `${id}:x`, { code: "handler", message: "no" }))).toBe(
        "NOT_FOUND",
      );
      expect(await lateReports()).toBe(0);
      expect(codeOf(await gate.engine.workers.complete(gate.worker, claimId, {}))).toBe("INVALID_STATE");
      expect(await lateReports()).toBe(1);
      expect(JSON.stringify(need(await gate.engine.actions.get(gate.people.admin, id)).attempts)).not.toContain(
        claimId.split(":")[1],
      );
    }));

  test("lists, batches and claims of large actions are bounded by bytes, and leave none out", { timeout: 120_000 }, () =>
    withGate({ started: false }, async (gate) => {
      const rows = 24;
      const tools = ["bulky"];
      need(await gate.engine.declaredTools.register(gate.worker, [define("bulky")]));
      const text = "x".repeat(900_000);
      const ids: string[] = [];
      for (let n = 0; n < rows; n += 1) ids.push(await propose(gate, "bulky", { text, n }, { sessionId: "s" }));
      await sql`update action set current = ${JSON.stringify(text)}, proposed = ${JSON.stringify(text)}
          where workspace_id = ${gate.agent.workspaceId}`.execute(gate.database.kysely);
      for (const sort of ["newest", "urgent"] as const) {
        const seen: string[] = [];
        for (let cursor: string | null | undefined = undefined; cursor !== null;) {
          const page: ActionPage = need(
            await gate.engine.actions.list(gate.people.admin, {
              sort,
              limit: 200,
              ...(cursor === undefined ? {} : { cursor }),
            }),
          );
          expect(JSON.stringify(page).length).toBeLessThan(12_000_000);
          seen.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        }
        expect(seen).toEqual(sort === "newest" ? [...ids].reverse() : ids);
      }
      expect(codeOf(await gate.engine.actions.proposals(gate.people.admin, "s", ids))).toBe("TOO_LARGE");
      expect(Object.keys(need(await gate.engine.actions.proposals(gate.people.admin, "s", ids.slice(0, 3))))).toHaveLength(3);
      const items = ids.map((pendingActionId) => ({ pendingActionId, verdict: "approve" as const }));
      expect(need(await gate.engine.decisions.decideMany(gate.people.admin, items, "api")).approved).toBe(rows);
      const claimed: string[] = [];
      for (;;) {
        const { claims } = need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 100 }));
        if (claims.length === 0) break;
        expect(claims.length).toBeLessThan(20);
        claimed.push(...claims.map(({ action }) => action.id));
      }
      expect(claimed.sort()).toEqual([...ids].sort());
    }),
  );

  test("what tools say of their targets is bounded for each request, and nothing of a refused one is stored", () => {
    let describing = 0;
    let most = 0;
    const text = "x".repeat(3_000_000);
    const huge: ServerTools = {
      name: "huge",
      tools: [
        {
          approval: "required",
          definition: { name: "pay", description: "has a large target", inputSchema: { type: "object" } },
          async describe() {
            describing += 1;
            most = Math.max(most, describing);
            await sleep(1);
            describing -= 1;
            return { preview: { title: "Pay" }, target: "t", snapshot: "s", current: text, proposed: text };
          },
          execute: async () => ({}),
        },
      ],
    };
    return withGate({ connectors: [huge], started: false }, async (gate) => {
      const items = Array.from({ length: 50 }, (_, amount) => ({ toolName: "pay", toolInput: { amount } }));
      const answer = await gate.engine.proposals.proposeMany(gate.agent, { items });
      expect(answer).toMatchObject({ ok: false, refusal: { code: "TOO_LARGE", errors: [{ path: "/items/2" }] } });
      expect(most).toBe(1);
      expect(need(await gate.engine.actions.list(gate.people.admin, {})).items).toEqual([]);
      need(await gate.engine.proposals.proposeMany(gate.agent, { items: items.slice(0, 2) }));
    });
  });

  test("an agent that has too much undecided is told to wait, alone or in a batch; others are not, and decisions make room", () =>
    withGate({ started: false, settings: { maxPendingPerAgent: 5 } }, async (gate) => {
      const call = { toolName: "pay", toolInput: { amount: 1 } };
      const codes: string[] = [];
      for (let n = 0; n < 7; n += 1) codes.push(codeOf(await gate.engine.proposals.propose(gate.agent, call)));
      expect(codes).toEqual([...Array.from({ length: 5 }, () => "ok"), "RATE_LIMITED", "RATE_LIMITED"]);
      expect(codeOf(await gate.engine.proposals.proposeMany(gate.agent, { items: [call] }))).toBe("RATE_LIMITED");
      const other = { ...gate.agent, id: `other_${gate.agent.id}` };
      await sql`insert into api_key (workspace_id, id, kind, name, token_hash, prefix, groups)
          values (${other.workspaceId}, ${other.id}, 'agent', 'other', ${other.id}, '', '{default}')`.execute(
        gate.database.kysely,
      );
      expect(codeOf(await gate.engine.proposals.proposeMany(other, { items: Array.from({ length: 6 }, () => call) }))).toBe(
        "RATE_LIMITED",
      );
      expect(codeOf(await gate.engine.proposals.propose({ ...other }, call))).toBe("ok");
      const [oldest] = need(await gate.engine.actions.list(gate.people.admin, { proposedBy: gate.agent.id })).items;
      need(await gate.engine.decisions.reject(gate.people.admin, oldest!.id, { channel: "api" }));
      for (let look = 0; look < 100 && codes.at(-1) !== "ok"; look += 1) {
        codes.push(codeOf(await gate.engine.proposals.propose(gate.agent, call)));
        await sleep(50);
      }
      expect(codes.at(-1)).toBe("ok");
    }));

  test("an agent holds so many calls at once and no more; one that is refused is not stored", () =>
    withGate({ started: false, settings: { maxHeldPerAgent: 2 } }, async (gate) => {
      const leaving = new AbortController();
      const id = await propose(gate, "pay", { amount: 1 });
      // Looking whether both are held takes a place for a moment, so one that is refused for it tries again.
      const hold = async (): Promise<void> => {
        while (codeOf(await gate.engine.actions.wait(gate.agent, id, 300, leaving.signal)) === "RATE_LIMITED");
      };
      const holding = [hold(), hold()];
      await until(async () => codeOf(await gate.engine.actions.wait(gate.agent, id, 0.01)) === "RATE_LIMITED");
      expect(codeOf(await gate.engine.actions.wait(gate.agent, id, 0))).toBe("ok");
      const call = { toolName: "pay", toolInput: { amount: 2 }, delivery: "wait", waitSeconds: 1 } as const;
      expect(codeOf(await gate.engine.proposals.propose(gate.agent, call))).toBe("RATE_LIMITED");
      expect(codeOf(await gate.engine.actions.wait(gate.agent, id, 1))).toBe("RATE_LIMITED");
      expect(codeOf(await gate.engine.heldCalls.collect(gate.agent, id, 1))).toBe("RATE_LIMITED");
      expect(codeOf(await gate.engine.actions.wait(gate.people.admin, id, 0.01))).toBe("ok");
      expect(need(await gate.engine.actions.list(gate.people.admin, {})).items).toHaveLength(1);
      leaving.abort();
      await Promise.all(holding);
      expect(codeOf(await gate.engine.actions.wait(gate.agent, id, 0.01))).toBe("ok");
    }));

  test("G6 a call that expires with its wait expires too when the process that holds it is gone", () =>
    withGate({ started: false }, async (gate) => {
      const call = { toolName: "pay", toolInput: { amount: 1 }, delivery: "wait", onWaitEnd: "expire" } as const;
      const gone = new AbortController();
      const held = gate.engine.proposals.propose(gate.agent, { ...call, waitSeconds: 30, expiresInSeconds: 3600 }, gone.signal);
      const ofHeld = await until(async () => {
        const { rows } = await sql<{ lifetime: number }>`select extract(epoch from expires_at - created_at)::float8 as lifetime
          from action where workspace_id = ${gate.agent.workspaceId}`.execute(gate.database.kysely);
        return rows[0];
      });
      expect(ofHeld).toEqual({ lifetime: 30 });
      gone.abort();
      await held;
      const short = need(await gate.engine.proposals.propose(gate.agent, { ...call, waitSeconds: 0.05 }));
      expect(short.status).toBe("expired");
    }));

  test("a claim whose caller left meanwhile is handed back at once, and the attempt is not counted", () =>
    withGate({ started: false }, async (gate) => {
      const tools = ["waits"];
      need(await gate.engine.declaredTools.register(gate.worker, [define("waits")]));
      const id = await payAndApprove(gate, "waits");
      const leaving = new AbortController();
      const asked = gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 }, leaving.signal);
      leaving.abort();
      expect(need(await asked).claims).toEqual([]);
      const kinds = need(await gate.engine.actions.timeline(gate.people.admin, id)).map(({ kind }) => kind);
      expect(kinds.slice(-2)).toEqual(["action.started", "action.requeued"]);
      const [claim] = need(await gate.engine.workers.claim(gate.worker, { tools, waitSeconds: 0, limit: 1 })).claims;
      expect(claim).toMatchObject({ attempt: 1 });
      need(await gate.engine.workers.complete(gate.worker, claim!.id, {}));
      const [report] = await verifyAudit(gate.database, gate.agent.workspaceId);
      expect(report!.faults).toEqual([]);
    }));
});
