import { createAddressList, type AddressList } from "./address-list.ts";
import type { UsedKey } from "./key-use.ts";

/** What a key's validity depends on besides its row: the moment and the client's address. Judged with each request, never cached. */
export interface KeyLimits {
  key: UsedKey;
  /** When it ends by itself, in milliseconds since 1970, and why; null: never. */
  end: { at: number; why: "expired" | "replaced" } | null;
  /** Null: accepted from anywhere. */
  addresses: AddressList | null;
}

/** Why a key that is known is refused. */
export type KeyRefusal = "expired" | "replaced" | "address";

export interface LimitedRow {
  workspaceId: string;
  id: string;
  expiresAt: Date | null;
  allowedAddresses: string[] | null;
  formerUntil: Date | null;
}

/** `tokenHash`: of the key that came, null for an OAuth token; `isFormer`: it was replaced by another. */
export function limitsOf(row: LimitedRow, tokenHash: string | null, isFormer: boolean): KeyLimits {
  const { workspaceId, id, expiresAt, formerUntil, allowedAddresses } = row;
  const expiry = expiresAt && ({ at: expiresAt.getTime(), why: "expired" } as const);
  const replaced = isFormer && formerUntil ? ({ at: formerUntil.getTime(), why: "replaced" } as const) : null;
  return {
    key: { workspaceId, id, tokenHash },
    end: replaced && (expiry === null || replaced.at <= expiry.at) ? replaced : expiry,
    addresses: allowedAddresses === null ? null : createAddressList(allowedAddresses),
  };
}

/** An address that is not known is not one of those allowed. */
export const isAllowedFrom = ({ addresses }: KeyLimits, address: string | undefined): boolean =>
  addresses === null || (address !== undefined && addresses.has(address));
