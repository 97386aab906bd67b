import { createHash, randomBytes } from "node:crypto";

/** Prefixes of the keys of agents, workers and people. */
export const KEY_PREFIXES = { agent: "csa_", worker: "csw_", user: "csu_" } as const;

/** Matches our own keys, and a token that an operator chose for COUNTERSIGN_ADMIN_TOKEN. */
export const KEY_PATTERN = /^[\x21-\x7e]{32,512}$/;
export const LINK_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export const makeSecret = (prefix = ""): string => prefix + randomBytes(32).toString("base64url");

/**
 * Returns the hash by which a secret is stored and looked up. Secrets have 256 random bits, so a fast hash suffices, and the
 * index compares hashes, so its timing reveals nothing about the secret.
 */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret, "utf8").digest("hex");

/** Enough to tell keys apart in a list, but not to guess the rest. */
export const shownPrefix = (key: string): string => key.slice(0, 10);

/** 128 random bits, so ids of other workspaces cannot be guessed. */
export const makeId = (prefix: string): string => `${prefix}_${randomBytes(16).toString("base64url")}`;
