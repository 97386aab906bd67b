import { createHash } from "node:crypto";

export interface AuditRow {
  seq: number;
  at: Date;
  kind: string;
  actionId: string | null;
  actorKind: string;
  actorId: string;
  actorName: string;
  data: string;
  hash: Uint8Array;
}

/** A second implementation of the database's hash of an audit row, from its description in migration 0001. */
export function hashAuditRow(previous: Uint8Array, row: AuditRow): Buffer<ArrayBuffer> {
  const hash = createHash("sha256").update(previous);
  const fields = [
    String(row.seq),
    String(row.at.getTime()),
    row.kind,
    row.actionId,
    row.actorKind,
    row.actorId,
    row.actorName,
    row.data,
  ];
  for (const field of fields) {
    const value = field ?? "";
    hash.update(`${Buffer.byteLength(value)}:${value},`);
  }
  return Buffer.from(hash.digest());
}
