import { createHash, randomBytes } from "node:crypto";

/** Every secret we hand out: agent, worker and user keys, and the token of a sign-in link. */
export const KEY_PREFIXES = { agent: "csa_", worker: "csw_", user: "csu_" } as const;

/** Our own keys, and the token an operator chose for COUNTERSIGN_ADMIN_TOKEN. */
export const KEY_PATTERN = /^[\x21-\x7e]{32,512}$/;
export const LINK_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export const makeSecret = (prefix = ""): string => prefix + randomBytes(32).toString("base64url");

/**
 * What is stored of a secret, and what it is looked up by. A secret has 256 random bits, so a fast hash is enough, and
 * the index compares hashes: how long that takes says nothing about the secret itself.
 */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret, "utf8").digest("hex");

/** Enough of a key to tell it from another in a list, far too little to guess the rest. */
export const shownPrefix = (key: string): string => key.slice(0, 10);

/** 128 random bits: nobody finds another workspace's row by counting. */
export const makeId = (prefix: string): string => `${prefix}_${randomBytes(16).toString("base64url")}`;
