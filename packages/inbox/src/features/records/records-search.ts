import { RECORD_KINDS, type RecordKind } from "@countersign/protocol";

export interface RecordsSearch {
  kind?: RecordKind;
}

/** What an address says; anything unknown in it is as if it were not there. */
export function readRecordsSearch(search: Record<string, unknown>): RecordsSearch {
  const kind = RECORD_KINDS.find((one) => one === search["kind"]);
  return kind ? { kind } : {};
}
