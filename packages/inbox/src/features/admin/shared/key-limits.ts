import type { Key } from "@countersign/protocol";
import { toInstant, toLocal } from "../../../ui/local-time.ts";

/** When a key expires and from where it is accepted, as a form has it. */
export interface LimitsDraft {
  /** As `datetime-local` has it; empty: never. */
  expires: string;
  /** One on each line; empty: any. */
  addresses: string;
}

export const NO_LIMITS: LimitsDraft = { expires: "", addresses: "" };
export const LIMIT_FIELDS = ["expiresAt", "allowedAddresses"] as const;

export const limitsOf = ({ expiresAt, allowedAddresses }: Key): LimitsDraft => ({
  expires: expiresAt === null ? "" : toLocal(expiresAt),
  addresses: allowedAddresses.join("\n"),
});

const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== "");

/** What the form limits, for a key that is made. */
export function bodyOf({ expires, addresses }: LimitsDraft) {
  const allowedAddresses = addressesIn(addresses);
  return {
    ...(expires !== "" && { expiresAt: toInstant(expires) }),
    ...(allowedAddresses.length > 0 && { allowedAddresses }),
  };
}

/** What the form changes of a key. */
export function changesOf({ expires, addresses }: LimitsDraft, was: LimitsDraft) {
  return {
    ...(expires !== was.expires && { expiresAt: expires === "" ? null : toInstant(expires) }),
    ...(addressesIn(addresses).join() !== addressesIn(was.addresses).join() && { allowedAddresses: addressesIn(addresses) }),
  };
}

const SOON_DAYS = 14;
export type KeyState = "expired" | "soon" | "valid";
export function stateOf({ expiresAt }: Pick<Key, "expiresAt">, now: number): KeyState {
  if (expiresAt === null) return "valid";
  const left = Date.parse(expiresAt) - now;
  return left <= 0 ? "expired" : left <= SOON_DAYS * 86_400_000 ? "soon" : "valid";
}
