import { createHash } from "node:crypto";
import type { AuditEntry } from "@countersign/protocol";

/** Hash before the first entry. */
export const GENESIS = "0".repeat(64);

/** Encodes a field as its length in bytes and its bytes, so that different records have different encodings. */
function field(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(",")]);
}

/** The fields of an audit row that are hashed. */
export type ChainRecord = Omit<AuditEntry, "data" | "hash">;

/** Computes a record's hash from the previous hash; migration 0001 has the SQL counterpart. */
export function chainHash(previous: string, record: ChainRecord): string {
  const { seq, at, kind, actionId, by, text } = record;
  const fields = [String(seq), String(Date.parse(at)), kind, actionId ?? "", by.kind, by.id, by.name, text];
  return createHash("sha256")
    .update(Buffer.concat([Buffer.from(previous, "hex"), ...fields.map(field)]))
    .digest("hex");
}

export interface ChainFault {
  seq: number;
  problem: string;
}

/** Verifies a chain in order and stops at the first record that is missing, out of order or changed. */
export function createChainReader(start: { seq: number; hash: string } = { seq: 0, hash: GENESIS }) {
  let { seq, hash } = start;
  return {
    get end() {
      return { seq, hash };
    },
    read(record: ChainRecord & { hash: string }): ChainFault | undefined {
      const expected = seq + 1;
      if (record.seq > expected) return { seq: expected, problem: `missing: the next record kept is ${record.seq}` };
      if (record.seq < expected) return { seq: record.seq, problem: "out of order" };
      const computed = chainHash(hash, record);
      if (computed !== record.hash) return { seq: record.seq, problem: "changed, or an entry before it was changed" };
      seq = record.seq;
      hash = computed;
      return undefined;
    },
  };
}
