import { randomBytes, randomUUID } from "node:crypto";
import { Pool } from "pg";
import { recordInput } from "./support/record-tool.ts";

/** The minimum that writes the same rows: an action, its decision, its audit events. Nothing is checked. */
const PROPOSE = `
  with stored as (
    insert into action (workspace_id, id, tool_name, tool_hash, source, effect, risk, tool_input, effective_input, preview, digest,
      status, batch_id, proposed_kind, proposed_by, proposed_name, request_hash)
    values ($1, $2, 'write_record', $3, 'server', 'unsafe', 3, $4, $4, $5, $6, 'pending', $7, 'agent', $8, 'Agent', $6)
  )
  insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
  values ($1, 'action.proposed', $2, 'agent', $8, 'Agent', $9)`;

const APPROVE = `
  with moved as (
    update action set status = 'approved', version = 2, resolved_at = now(), resolved_kind = 'user', resolved_by = $3, resolved_name = 'Person'
    where workspace_id = $1 and id = $2 and status = 'pending'
  ), decided as (
    insert into decision (workspace_id, id, action_id, verdict, by_kind, by_id, by_name, digest, channel)
    values ($1, $4, $2, 'approve', 'user', $3, 'Person', $5, 'api')
  )
  insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
  values ($1, 'action.approved', $2, 'user', $3, 'Person', $6)`;

const CLAIM = `
  with claimed as (
    update action set status = 'executing', version = 3, attempt = 1, claim_id = $3, claimed_by = 'floor',
      lease_until = now() + interval '30 seconds', attempts = $5
    where workspace_id = $1 and id = $2 and status = 'approved'
  )
  insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
  values ($1, 'action.started', $2, 'system', 'executor', 'floor', $4)`;

const FINISH = `
  with finished as (
    update action set status = 'executed', version = 4, result = '"done"', executed_at = now(), claim_id = null, lease_until = null,
      attempts = $5
    where workspace_id = $1 and id = $2 and status = 'executing' and claim_id = $3
  )
  insert into audit_event (workspace_id, kind, action_id, actor_kind, actor_id, actor_name, data)
  values ($1, 'action.executed', $2, 'system', 'executor', 'floor', $4)`;

export interface Floor {
  propose(workspaceId: string, recordId: string): Promise<{ workspaceId: string; id: string }>;
  approveToExecuted(action: { workspaceId: string; id: string }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Bare SQL as prepared statements, the fastest way, through the gate's own driver. The same triggers chain the audit events.
 */
export function openFloor(url: string, connections: number): Floor {
  const pool = new Pool({ connectionString: url, max: connections });
  const hash = randomBytes(32).toString("hex");
  const batchId = randomUUID();
  const eventOf = (status: string, version: number): string =>
    JSON.stringify({ digest: hash, status, batchId, version, toolName: "write_record" });
  const attempt = (outcome: string, endedAt: string | null): string =>
    JSON.stringify([
      { number: 1, executor: "floor", startedAt: new Date().toISOString(), endedAt, lastSignAt: null, outcome, error: null },
    ]);

  return {
    async propose(workspaceId, recordId) {
      const id = randomUUID();
      const input = JSON.stringify(recordInput(recordId));
      const preview = JSON.stringify({ title: "Write a record" });
      const values = [workspaceId, id, hash, input, preview, hash, batchId, `agent_${workspaceId}`, eventOf("pending", 1)];
      await pool.query({ name: "propose", text: PROPOSE, values });
      return { workspaceId, id };
    },
    async approveToExecuted({ workspaceId, id }) {
      const claimId = randomUUID();
      const approve = [workspaceId, id, `person_${workspaceId}`, randomUUID(), hash, eventOf("approved", 2)];
      await pool.query({ name: "approve", text: APPROVE, values: approve });
      const claim = [workspaceId, id, claimId, eventOf("executing", 3), attempt("running", null)];
      await pool.query({ name: "claim", text: CLAIM, values: claim });
      const finish = [workspaceId, id, claimId, eventOf("executed", 4), attempt("executed", new Date().toISOString())];
      await pool.query({ name: "finish", text: FINISH, values: finish });
    },
    close: () => pool.end(),
  };
}
