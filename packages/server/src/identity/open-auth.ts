import { betterAuth, type BetterAuthOptions } from "better-auth";
import type { Database } from "../store/database.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./account-setup.ts";
import type { People } from "./people-tables.ts";
import { devicePlugin } from "./device-plugin.ts";
import { signInPlugin } from "./sign-in-plugin.ts";

export interface AuthSettings {
  kysely: Database["kysely"];
  people: People;
  secret: string;
  baseUrl: string;
  /** Window for counting failed sign-ins, in seconds (`createSignInAttempts`). */
  attemptSeconds: number;
  log: (message: string) => void;
}

/** Carries the address of the connection to better-auth; only our handler sets it, so a client cannot choose it. */
export const CLIENT_ADDRESS_HEADER = "x-countersign-client-address";
export const AUTH_PATH = "/api/auth";
const SESSION_SECONDS = 14 * 86_400;
/** A code that is guessed could only be answered with one's own name; fetching a token needs 256 random bits. */
const DEVICE_ATTEMPTS = {
  "/device/begin": { window: 60, max: 10 },
  "/device/find": { window: 60, max: 30 },
  "/device/*": { window: 10, max: 100 },
};

const stamps = { createdAt: "created_at", updatedAt: "updated_at" };

/** Which of our tables and columns better-auth keeps its people in. */
const tables = {
  user: { modelName: "person", fields: { ...stamps, emailVerified: "email_verified" } },
  session: {
    modelName: "person_session",
    fields: { ...stamps, expiresAt: "expires_at", ipAddress: "ip_address", userAgent: "user_agent", userId: "user_id" },
  },
  account: {
    modelName: "person_account",
    fields: {
      ...stamps,
      accountId: "account_id",
      providerId: "provider_id",
      userId: "user_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
    },
  },
  verification: { modelName: "person_verification", fields: { ...stamps, expiresAt: "expires_at" } },
  rateLimit: { modelName: "sign_in_rate", fields: { lastRequest: "last_request" } },
} as const;

/**
 * What better-auth would otherwise read from the environment or guess from it (secrets, trusted origins, checks that it
 * leaves out in a test) is said here, so that every process behaves the same.
 */
export function authOptions({ kysely, people, secret, baseUrl, attemptSeconds, log }: AuthSettings) {
  return {
    appName: "Countersign",
    baseURL: baseUrl,
    basePath: AUTH_PATH,
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [new URL(baseUrl).origin],
    // Its statements name columns as they are, ours in camelCase: the same connection without our plugin.
    database: { db: kysely.withoutPlugins(), type: "postgres" },
    user: tables.user,
    // A GET reads only: a session is prolonged by `POST /api/auth/get-session`.
    session: { ...tables.session, expiresIn: SESSION_SECONDS, deferSessionRefresh: true },
    account: tables.account,
    verification: tables.verification,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    // Failures to sign in are counted by `createSignInAttempts`; better-auth would count what succeeded, too.
    rateLimit: {
      ...tables.rateLimit,
      enabled: true,
      storage: "database",
      // better-auth deletes rows older than its longest window; failures to sign in are in the same table.
      window: attemptSeconds,
      // The first match applies. A single `*` does not match a slash, and every path starts with one.
      customRules: { ...DEVICE_ATTEMPTS, "**": false },
    },
    advanced: {
      cookiePrefix: "countersign",
      useSecureCookies: new URL(baseUrl).protocol === "https:",
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    // Only the words of an error: what hangs on it may hold a session's token.
    logger: {
      level: "error",
      log: (_level, message, ...rest) => {
        const [cause] = rest;
        log(cause instanceof Error ? `${message}: ${cause.message}` : message);
      },
    },
    plugins: [signInPlugin(people), devicePlugin(people, CLIENT_ADDRESS_HEADER)],
  } satisfies BetterAuthOptions;
}

export type Auth = ReturnType<typeof openAuth>;
export const openAuth = (settings: AuthSettings) => betterAuth(authOptions(settings));
