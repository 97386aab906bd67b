import type { Refusal } from "../core/refusal.ts";
import { createNetworkLimit } from "./network-limit.ts";

export interface KeyFailures {
  /**
   * Counts a request with an unknown, revoked or malformed key. Returns a refusal if its address sent too many. Must be called
   * after the key lookup: a valid key passes, whatever others sent from the same address.
   */
  count(address: string | undefined): Refusal | undefined;
}

export const NO_KEY_FAILURES: KeyFailures = { count: () => undefined };

export const MAX_KEY_FAILURES = 60;

export const createKeyFailures = (now?: () => number): KeyFailures =>
  createNetworkLimit(MAX_KEY_FAILURES, "Too many requests with an unknown or revoked key came from this address.", now);
