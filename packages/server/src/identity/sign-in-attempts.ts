import { createHash, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { ok, refuse, type Result } from "../core/refusal.ts";
import { networkOf } from "./network-of.ts";
import type { People } from "./people-tables.ts";

export interface AttemptLimits {
  /** Maximum failures of one account from one network within the window. */
  perAccount: number;
  /** Maximum failures from one network within the window, for all accounts together. */
  perAddress: number;
  windowSeconds: number;
}

const TOO_MANY_SIGN_INS = "Too many failed sign-in attempts. Try again later.";
const TOO_MANY_MAILS = "Too many mails were requested. Try again later.";

export const DEFAULT_ATTEMPTS: AttemptLimits = { perAccount: 10, perAddress: 100, windowSeconds: 900 };

interface SignInAttempt {
  /** `mail`: it asks for a mail. Counted apart, so that asking for mails locks nobody out. */
  kind: "sign-in" | "mail";
  account: string | undefined;
  address: string;
}

export interface SignInAttempts {
  /**
   * Counts an attempt in advance, so that concurrent attempts are all counted. Refuses with RATE_LIMITED after too many
   * failures; `succeeded` reverses the count.
   */
  begin(attempt: SignInAttempt): Promise<Result<{ succeeded(): Promise<void> }>>;
}

/** Counts in the database, so that all processes of a deployment share the counts and a restart keeps them. */
export function createSignInAttempts(people: People, limits: AttemptLimits, now: () => number): SignInAttempts {
  const { perAccount, perAddress, windowSeconds } = limits;
  const windowMs = windowSeconds * 1000;

  async function count(key: string, max: number): Promise<number | undefined> {
    const at = now();
    const isOver = sql`sign_in_rate.last_request <= ${at - windowMs}`;
    // The random id avoids an id conflict, which would be an error; only a conflict of the key increments.
    const { rows } = await sql<{ count: number; since: number }>`
      insert into sign_in_rate (id, key, count, last_request) values (${randomUUID()}, ${key}, 1, ${at})
      on conflict (key) do update set
        count = case when ${isOver} then 1 else least(sign_in_rate.count + 1, 1000000) end,
        last_request = case when ${isOver} then excluded.last_request else sign_in_rate.last_request end
      returning count, last_request as since`.execute(people);
    const { count, since } = rows[0]!;
    if (count === 1) await sql`delete from sign_in_rate where last_request <= ${at - windowMs}`.execute(people);
    return count > max ? Math.max(1, Math.ceil((since + windowMs - at) / 1000)) : undefined;
  }

  const takeBack = async (keys: readonly string[]): Promise<void> =>
    void (await sql`update sign_in_rate set count = count - 1 where key in (${sql.join(keys)}) and count > 0`.execute(people));

  return {
    async begin({ kind, account, address }) {
      const network = networkOf(address);
      const [of, refusal] = kind === "mail" ? ["mail ", TOO_MANY_MAILS] : ["", TOO_MANY_SIGN_INS];
      const addressKey = `${of}address ${network}`;
      const keys = account === undefined ? [addressKey] : [`${of}account ${hash(account)} ${network}`, addressKey];
      for (const [n, key] of keys.entries()) {
        const waitSeconds = await count(key, key === addressKey ? perAddress : perAccount);
        if (waitSeconds === undefined) continue;
        // An attempt that was refused does not count as a failure.
        await takeBack(keys.slice(0, n + 1));
        return refuse("RATE_LIMITED", refusal, { retryAfterSeconds: waitSeconds });
      }
      return ok({ succeeded: () => takeBack(keys) });
    },
  };
}

/** Hashed, so that the table contains no e-mail addresses or session cookies. */
const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");
