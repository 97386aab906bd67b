import { text } from "@countersign/protocol";
import { sql } from "kysely";
import { randomNonce, randomPKCECodeVerifier } from "openid-client";
import { z } from "zod";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { refuseFields } from "../account-setup.ts";
import { withoutPeople, type People } from "../people-tables.ts";
import { hashSecret, LINK_PATTERN, makeSecret } from "../secret-token.ts";
import { admit, SIGN_ON_PROBLEMS, type SignOnProblem } from "./admit.ts";
import { authorizationUrl, readPerson, type SignOnSecrets } from "./provider-client.ts";
import { NO_SIGN_ON, type SignOnProvider, type SignOnSettings } from "./sign-on-settings.ts";

export const NO_PASSWORD = refuse(
  "FORBIDDEN",
  "Only administrators can sign in with a password or a link here. Use a sign-in provider.",
);

/** Seconds in which a person must have signed in at the provider. */
const SIGN_ON_SECONDS = 600;
/** Where providers send the browser back to; the provider's id follows. */
const RETURN_PATH = "/api/auth/provider/return/";

const beginSchema = z.strictObject({
  provider: z.string(),
  next: text(2000)
    .regex(/^\/(?![/\\])[\x21-\x7e]*$/, "must be a path of this server")
    .optional(),
});

/** What the sign-in page offers. */
export interface SignInWays {
  passwords: SignOnSettings["passwords"];
  providers: { id: string; name: string }[];
}

export type SignedOn = { next: string } & (
  | { isSignedIn: true; userId: string; issuer: string; sessionSeconds: number }
  | { isSignedIn: false; problem: SignOnProblem }
);

/** Sign-in of people at OpenID providers, with their memberships by groups. */
export interface SignOn {
  /** Takes new settings. Sessions that they no longer allow end. */
  configure(settings: SignOnSettings): Promise<void>;
  ways(): SignInWays;
  /** Whether a provider with this issuer is configured. */
  isProvider(issuer: string): boolean;
  /** Ends sessions that the settings do not allow, e.g. by password of a person who is no administrator any more. */
  endRefusedSessions(): Promise<void>;
  /** Names of the configured providers of these issuers. */
  namesOf(issuers: readonly string[]): string[];
  /** Whether this person may sign in by a password or a link of ours. */
  allowsPassword(userId: string): Promise<boolean>;
  /** Begins a sign-in. `browser` is the secret of the browser's cookie, which must come back with the person. */
  begin(body: unknown, browser: string | undefined): Promise<Result<{ url: string; browser: string }>>;
  /** Ends a sign-in with the address to which the provider sent the browser back. */
  finish(providerId: string, query: URLSearchParams, browser: string | undefined): Promise<SignedOn>;
}

interface SignOnDeps {
  people: People;
  baseUrl: string;
  onChange(workspaceId: string): void;
  log(message: string): void;
}

export function createSignOn({ people, baseUrl, onChange, log }: SignOnDeps): SignOn {
  let settings = NO_SIGN_ON;
  const find = (id: string): SignOnProvider | undefined => settings.providers.find((provider) => provider.id === id);
  const redirectUri = (id: string): string => new URL(RETURN_PATH + id, baseUrl).href;

  /** Logs what went wrong at a provider. Messages of the library name no secret; a response's body is not repeated. */
  const tell = ({ id }: SignOnProvider, error: unknown): void =>
    log(`a sign-in at the provider ${id} failed: ${error instanceof Error ? error.message : String(error)}`);

  return {
    async configure(next) {
      settings = next;
      await endRefusedSessions(people, next);
    },

    isProvider: (issuer) => settings.providers.some((provider) => provider.issuer === issuer),
    endRefusedSessions: () => endRefusedSessions(people, settings),

    ways: () => ({ passwords: settings.passwords, providers: settings.providers.map(({ id, name }) => ({ id, name })) }),

    namesOf: (issuers) => settings.providers.flatMap(({ issuer, name }) => (issuers.includes(issuer) ? [name] : [])),

    allowsPassword: async (userId) => settings.passwords === "everyone" || (await isAdministrator(people, userId)),

    async begin(body, browser) {
      const parsed = beginSchema.safeParse(body);
      if (!parsed.success) return refuseFields("This sign-in cannot begin.", parsed.error);
      const provider = find(parsed.data.provider);
      if (!provider) return refuse("NOT_FOUND", "There is no such sign-in provider. Reload the page.");
      const secrets: SignOnSecrets = { state: makeSecret(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = await authorizationUrl(provider, redirectUri(provider.id), secrets).catch((error: unknown) =>
        tell(provider, error),
      );
      if (!url)
        return refuse("INVALID_STATE", `${provider.name} cannot be reached or is not set up correctly. Try again later.`);
      // One secret for all tabs of a browser, so that two sign-ins can begin side by side.
      const kept = browser !== undefined && LINK_PATTERN.test(browser) ? browser : makeSecret();
      await keep(people, { ...secrets, browser: kept, issuer: provider.issuer, next: parsed.data.next ?? null });
      return ok({ url: url.href, browser: kept });
    },

    async finish(providerId, query, browser) {
      const state = query.get("state") ?? "";
      const begun = browser === undefined ? undefined : await take(people, state, browser);
      const next = begun?.next ?? "/";
      const fail = (problem: SignOnProblem): SignedOn => ({ isSignedIn: false, problem, next });
      const provider = find(providerId);
      // The state belongs to one provider: another one's answer could bring its code to the wrong token endpoint.
      if (!begun || provider?.issuer !== begun.issuer) return fail("expired");
      if (query.get("error") === "access_denied") return fail("denied");
      const returned = new URL(redirectUri(provider.id));
      returned.search = query.toString();
      const proved = await readPerson(provider, returned, { ...begun, state }).catch((error: unknown) => tell(provider, error));
      if (!proved) return fail("provider");
      const admitted = await admit({ people, provider, onChange, log }, proved);
      // The groups may have taken a role away, also from a person who is not admitted any more.
      await endRefusedSessions(people, settings);
      if (!admitted.ok) return fail(problemOf(admitted.refusal.detail));
      const { issuer, sessionHours } = provider;
      return { isSignedIn: true, userId: admitted.value.userId, issuer, sessionSeconds: sessionHours * 3600, next };
    },
  };
}

const problemOf = (detail: string): SignOnProblem => SIGN_ON_PROBLEMS.find((problem) => problem === detail) ?? "provider";

async function keep(
  people: People,
  begun: SignOnSecrets & { browser: string; issuer: string; next: string | null },
): Promise<void> {
  const { state, browser, issuer, nonce, codeVerifier, next } = begun;
  const table = withoutPeople(people);
  await table
    .deleteFrom("signOn")
    .where("expiresAt", "<=", sql<Date>`now()`)
    .execute();
  await table
    .insertInto("signOn")
    .values({
      stateHash: hashSecret(state),
      browserHash: hashSecret(browser),
      issuer,
      nonce,
      codeVerifier,
      next,
      expiresAt: sql<Date>`now() + make_interval(secs => ${SIGN_ON_SECONDS})`,
    })
    .execute();
}

/** Uses up the sign-in with this state, if this browser began it. Of two returns with one state, one gets it. */
async function take(people: People, state: string, browser: string) {
  return withoutPeople(people)
    .deleteFrom("signOn")
    .where("stateHash", "=", hashSecret(state))
    .where("browserHash", "=", hashSecret(browser))
    .where("expiresAt", ">", sql<Date>`now()`)
    .returning(["issuer", "nonce", "codeVerifier", "next"])
    .executeTakeFirst();
}

async function isAdministrator(people: People, userId: string): Promise<boolean> {
  const found = await people
    .selectFrom("member")
    .select("userId")
    .where("userId", "=", userId)
    .where("role", "=", "admin")
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends sessions of providers that are no longer configured, and those by password of people who may have none. */
async function endRefusedSessions(people: People, { passwords, providers }: SignOnSettings): Promise<void> {
  const issuers = providers.map(({ issuer }) => issuer);
  const ofOthers = people.deleteFrom("personSession").where("issuer", "is not", null);
  await (issuers.length === 0 ? ofOthers : ofOthers.where("issuer", "not in", issuers)).execute();
  if (passwords === "everyone") return;
  await people
    .deleteFrom("personSession")
    .where("issuer", "is", null)
    .where((session) =>
      session.not(
        session.exists(
          session
            .selectFrom("member")
            .select("member.userId")
            .whereRef("member.userId", "=", "personSession.userId")
            .where("member.role", "=", "admin"),
        ),
      ),
    )
    .execute();
}
