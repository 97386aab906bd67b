import { betterAuth, type BetterAuthOptions } from "better-auth";
import type { Database } from "../store/database.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./account-setup.ts";
import type { Passwords } from "./passwords.ts";
import type { People } from "./people-tables.ts";
import { devicePlugin } from "./device-plugin.ts";
import { refusalError } from "./refusal-error.ts";
import { signInPlugin } from "./sign-in-plugin.ts";
import { NO_PASSWORD, type SignOn } from "./sign-on/create-sign-on.ts";
import { signOnPlugin } from "./sign-on/sign-on-plugin.ts";

export interface AuthSettings {
  kysely: Database["kysely"];
  people: People;
  passwords: Passwords;
  signOn: SignOn;
  secret: string;
  baseUrl: string;
  /** Window for counting failed sign-ins, in seconds (`createSignInAttempts`). */
  attemptSeconds: number;
  log: (message: string) => void;
}

/** Passes the peer's address to better-auth. Only our handler sets it, so a client cannot choose it. */
export const CLIENT_ADDRESS_HEADER = "x-countersign-client-address";
export const AUTH_PATH = "/api/auth";
const SESSION_SECONDS = 14 * 86_400;
/** Requests per window of seconds and address. Lenient limits suffice: a guessed code can only be answered under one's own name; fetching a token needs 256 random bits. */
const ATTEMPTS = {
  "/provider/begin": { window: 60, max: 30 },
  "/device/begin": { window: 60, max: 10 },
  "/device/find": { window: 60, max: 30 },
  "/device/*": { window: 10, max: 100 },
};

const stamps = { createdAt: "created_at", updatedAt: "updated_at" };

/** Maps better-auth's models to our tables and columns. */
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
 * Sets explicitly what better-auth would otherwise read from the environment or derive from it (secrets, trusted origins,
 * checks skipped in tests), so that every process behaves the same.
 */
export function authOptions({ kysely, people, passwords, signOn, secret, baseUrl, attemptSeconds, log }: AuthSettings) {
  const isSecure = new URL(baseUrl).protocol === "https:";
  return {
    appName: "Countersign",
    baseURL: baseUrl,
    basePath: AUTH_PATH,
    secrets: [{ version: 1, value: secret }],
    trustedOrigins: [new URL(baseUrl).origin],
    // better-auth uses column names as they are; ours are in camelCase. Same database connection, without our plugin.
    database: { db: kysely.withoutPlugins(), type: "postgres" },
    user: tables.user,
    // A GET only reads; `POST /api/auth/get-session` extends the session.
    session: { ...tables.session, expiresIn: SESSION_SECONDS, deferSessionRefresh: true },
    account: tables.account,
    verification: tables.verification,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    // `createSignInAttempts` counts failed sign-ins; better-auth would count successful ones too.
    rateLimit: {
      ...tables.rateLimit,
      enabled: true,
      storage: "database",
      // better-auth deletes rows older than its longest window; failed sign-ins are in the same table.
      window: attemptSeconds,
      // The first match applies. A single `*` does not match a slash, and every path starts with one.
      customRules: { ...ATTEMPTS, "**": false },
    },
    advanced: {
      cookiePrefix: "countersign",
      useSecureCookies: isSecure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { validateSchema: false },
    },
    databaseHooks: {
      session: {
        create: {
          // After the password was checked, so that the refusal tells a stranger nothing.
          async before({ userId }, context) {
            if (context?.path === "/sign-in/email" && !(await signOn.allowsPassword(userId)))
              throw refusalError(NO_PASSWORD.refusal);
          },
        },
      },
    },
    telemetry: { enabled: false },
    // Only the error's message: its other properties may contain a session token.
    logger: {
      level: "error",
      log: (_level, message, ...rest) => {
        const [cause] = rest;
        log(cause instanceof Error ? `${message}: ${cause.message}` : message);
      },
    },
    plugins: [
      signInPlugin(people, passwords, signOn, CLIENT_ADDRESS_HEADER),
      signOnPlugin(people, signOn, isSecure),
      devicePlugin(people, CLIENT_ADDRESS_HEADER),
    ],
  } satisfies BetterAuthOptions;
}

export type Auth = ReturnType<typeof openAuth>;
export const openAuth = (settings: AuthSettings) => betterAuth(authOptions(settings));
