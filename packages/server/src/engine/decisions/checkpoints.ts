import {
  refusePlace,
  type BatchResult,
  type Checkpoint,
  type DecisionItem,
  type DecideCheckpoint,
  type CheckpointResult,
} from "@countersign/protocol";
import { sha256OfJson } from "../../core/digest.ts";
import { hasRole, mayDecide, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import {
  findCheckpointBatches,
  findCheckpointItems,
  insertCheckpoint,
  listCheckpoints,
  reopenCheckpoint,
  takeCheckpoint,
  type CheckpointItem,
  type CheckpointRow,
} from "../../store/statements/checkpoints.ts";
import type { Checkpoints } from "../../ports/decisions.ts";
import type { EngineDeps } from "../deps.ts";
import { newId } from "../new-id.ts";
import { placedOf, shownRisk } from "./shown-risk.ts";

/** Decides several actions, each by itself. */
type DecideMany = (by: Principal, items: readonly DecisionItem[], channel: string) => Promise<Result<BatchResult>>;

const MAX_LISTED = 200;
const MAX_ITEMS = 1000;

export function createCheckpoints(deps: EngineDeps, decideMany: DecideMany): Checkpoints {
  const { database } = deps;
  const { kysely } = database;

  return {
    async open(by, { label, missionId = null, sessionId = null, batchIds = [] }) {
      if (by.kind !== "agent") return refuse("FORBIDDEN", "Only an agent key can open a checkpoint; people decide on it.");
      const id = newId();
      await insertCheckpoint(kysely, { workspaceId: by.workspaceId, id, label, missionId, sessionId, by, batchIds });
      database.notify(by.workspaceId);
      return ok(toCheckpoint((await find(deps, by, id))!));
    },

    async list(by, filter) {
      if (!mayRead(by)) return refuse("FORBIDDEN", "A worker key cannot read checkpoints.");
      return ok((await listCheckpoints(kysely, by.workspaceId, { ...filter, ...ownOnly(by) }, MAX_LISTED)).map(toCheckpoint));
    },

    async get(by, id) {
      const row = mayRead(by) ? await find(deps, by, id) : undefined;
      if (!row) return notFound();
      const items = await findCheckpointItems(kysely, by.workspaceId, id, MAX_ITEMS);
      return ok({
        ...toCheckpoint(row),
        batchIds: await findCheckpointBatches(kysely, by.workspaceId, id),
        digest: digestOf(items),
        items: items.map(({ id: pendingActionId, source, ...item }) => ({
          ...item,
          pendingActionId,
          ...shownRisk(item),
          byItself: isByItself({ ...item, source }),
        })),
      });
    },

    decide: (by, id, verdict, request) => decideCheckpoint(deps, decideMany, by, id, verdict, request),
  };
}

async function decideCheckpoint(
  deps: EngineDeps,
  decideMany: DecideMany,
  by: Principal,
  id: string,
  verdict: "approve" | "reject",
  { digest, exclude = [], comment, channel }: DecideCheckpoint & { channel: string },
): Promise<Result<CheckpointResult>> {
  const { database } = deps;
  const { kysely } = database;
  if (!mayDecide(by)) return refuse("FORBIDDEN", "Only an approver or admin can decide.");
  const row = await find(deps, by, id);
  if (!row) return notFound();
  if (row.decidedAt !== null) return refuse("INVALID_STATE", `This checkpoint was already decided by ${row.decidedName}.`);
  const items = await findCheckpointItems(kysely, by.workspaceId, id, MAX_ITEMS);
  if (digestOf(items) !== digest) {
    return refuse("DIGEST_MISMATCH", "The pending calls in this checkpoint changed since it was shown. Review it again.");
  }
  const waiting = items.filter(({ status }) => status === "pending");
  const errors = exclude.flatMap((one, n) =>
    waiting.some((item) => item.id === one)
      ? []
      : [{ path: `/exclude/${n}`, message: "is not a pending call in this checkpoint" }],
  );
  if (errors.length > 0) return refuse("INVALID_INPUT", "Nothing was decided.", { errors });
  const isLeft = (item: CheckpointItem): boolean => isByItself(item) || exclude.includes(item.id);
  const part = waiting.filter((item) => !isLeft(item));
  if (part.length === 0) {
    return refuse("INVALID_INPUT", "The remaining calls cannot be decided together. Decide each one separately.", {
      errors: [{ path: "/exclude", message: "leaves no call to decide on" }],
    });
  }
  const taken = { workspaceId: by.workspaceId, id, verdict, comment: comment ?? null, by, digest };
  if (!(await takeCheckpoint(kysely, taken))) return refuse("INVALID_STATE", "Somebody else is deciding on this checkpoint.");
  // Each action is decided under the digest that was shown; one that changed since is skipped and stays pending.
  const decided = await decideMany(
    by,
    part.map((item) => ({
      pendingActionId: item.id,
      verdict,
      digest: item.digest,
      ...(comment === undefined ? {} : verdict === "reject" ? { reason: comment } : { comment }),
    })),
    channel,
  );
  const still = new Set(
    (await findCheckpointItems(kysely, by.workspaceId, id, MAX_ITEMS)).flatMap((item) =>
      item.status === "pending" ? [item.id] : [],
    ),
  );
  const isDecided = decided.ok && part.every((item) => !still.has(item.id));
  if (!isDecided) await reopenCheckpoint(kysely, by.workspaceId, id, by);
  database.notify(by.workspaceId);
  if (!decided.ok) return decided;
  const { batchId: _batchId, ...counts } = decided.value;
  return ok({
    ...counts,
    checkpointId: id,
    excluded: waiting.filter(isLeft).map((item) => item.id),
    decided: isDecided,
  });
}

const mayRead = (by: Principal): boolean => hasRole(by, "viewer") || by.kind === "agent";

const ownOnly = (by: Principal) => (by.kind === "agent" ? { openedBy: by.id } : {});

async function find({ database: { kysely } }: EngineDeps, by: Principal, id: string): Promise<CheckpointRow | undefined> {
  return (await listCheckpoints(kysely, by.workspaceId, { id, ...ownOnly(by) }, 1))[0];
}

/** Whether the risk or the tool of an item excludes it from decisions by checkpoint, approvals and rejections alike. */
const isByItself = (item: Omit<CheckpointItem, "id">): boolean => refusePlace("checkpoint", placedOf(item)) !== undefined;

const notFound = (): Result<never> => refuse("NOT_FOUND", "There is no such checkpoint in this workspace.");

/** Digest of the pending items, independent of their order. */
const digestOf = (items: readonly CheckpointItem[]): string =>
  sha256OfJson(Object.fromEntries(items.filter(({ status }) => status === "pending").map(({ id, digest }) => [id, digest])));

const toCheckpoint = (row: CheckpointRow): Checkpoint => ({
  id: row.id,
  label: row.label,
  missionId: row.missionId,
  sessionId: row.sessionId,
  openedBy: { kind: "agent", id: row.openedBy, name: row.openedName },
  createdAt: row.createdAt.toISOString(),
  pending: row.pending,
  decided:
    row.decidedAt === null || row.verdict === null || row.decidedBy === null
      ? null
      : {
          verdict: row.verdict,
          comment: row.comment,
          by: { kind: "user", id: row.decidedBy, name: row.decidedName ?? row.decidedBy },
          at: row.decidedAt.toISOString(),
        },
});
