import { refuse, type Refusal } from "../core/refusal.ts";
import { isAddressOrNetwork } from "./address-list.ts";

interface Limits {
  expiresAt?: string | null | undefined;
  allowedAddresses?: readonly string[] | undefined;
}

/** Refuses an expiry that has passed, and what is no address and no network. */
export function findLimitFaults({ expiresAt, allowedAddresses = [] }: Limits): Refusal | undefined {
  const isPast = typeof expiresAt === "string" && Date.parse(expiresAt) <= Date.now();
  const errors = [
    ...(isPast ? [{ path: "/expiresAt", message: "is in the past; to end a key at once, revoke it" }] : []),
    ...allowedAddresses.flatMap((text, n) =>
      isAddressOrNetwork(text.trim())
        ? []
        : [{ path: `/allowedAddresses/${n}`, message: "is no address and no network such as 10.0.0.0/8 or 2001:db8::/32" }],
    ),
  ];
  if (errors.length === 0) return undefined;
  return refuse("INVALID_INPUT", "When a key expires, or from where it is accepted, is not valid.", { errors }).refusal;
}

/** As they are stored: null for none, so from anywhere. */
export function storedAddresses(texts: readonly string[]): string[] | null {
  const addresses = [...new Set(texts.map((text) => text.trim()))];
  return addresses.length === 0 ? null : addresses;
}
