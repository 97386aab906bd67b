import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { StartOptions } from "./cli/server-port.ts";
import { isLoopback } from "./core/is-loopback.ts";
import { FEATURE_NAMES, type FeatureName } from "./features/feature-names.ts";
import { isAddressOrNetwork } from "./identity/address-list.ts";
import { CLIENT_KINDS, type ClientKind } from "./identity/oauth/create-oauth.ts";
import { mailServerSchema, type MailServer } from "./mail-server.ts";

/** The data folder of a command line that names none. */
export const DEFAULT_DATA_FOLDER = join(homedir(), ".countersign");

/** Where the command line keeps what a person signed in with. */
export const signInFolder = (env: Readonly<Record<string, string | undefined>>, home = homedir()): string =>
  join(env["XDG_CONFIG_HOME"] || env["APPDATA"] || join(home, ".config"), "countersign");

export interface Config {
  dataFolder: string;
  /** Explicitly named file; if undefined, the default places are searched. */
  configFile: string | undefined;
  /** Folder of sign-ins of the command line. */
  signInFolder: string;
  /** URL of a PostgreSQL server; undefined: the embedded database in the data folder is used. */
  databaseUrl: string | undefined;
  /** Seconds for which a start waits for that server. */
  databaseWaitSeconds: number;
  host: string;
  port: number | undefined;
  /** Address at which people reach the server, if not its own, e.g. behind a proxy. */
  publicUrl: string | undefined;
  allowedHosts: string[];
  /** Origins whose pages may show actions in a frame. */
  embedOrigins: string[];
  filesRoot: string;
  /** A personal token of the first administrator, for automation; stored as a hash. */
  adminToken: string | undefined;
  /** The first signs sessions and protects client-held state; all are accepted. If empty, one is made in the data folder. */
  secrets: string[];
  /** Keys for stored credentials; the first encrypts. If empty, one is generated and stored in the data folder. */
  secretKeys: string[];
  leaseSeconds: number;
  concurrency: number;
  maxPendingPerAgent: number;
  maxRequestsPerSecond: number;
  maxStreamsPerCredential: number;
  /** Sends invitations and links for forgotten passwords; undefined: they are passed on by hand. */
  mail: (MailServer & { from: string }) | undefined;
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** Administrators on this machine may import MCP servers, commands too, in the inbox. */
  importsInInbox: boolean;
  /** How agents' clients may identify themselves for a sign-in by OAuth; undefined: agents need keys. */
  oauth: ClientKind[] | undefined;
  /** Parts of the server beside the gate that it runs. */
  features: FeatureName[];
}

const splitList = (text: string): string[] => text.split(",").flatMap((one) => one.trim() || []);

/** Whether the text is exactly scheme, host and port: a path or wildcard could admit other sites. */
function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*\s;'"]+$/.test(text)) return false;
  return URL.canParse(text) && new URL(text).origin === text;
}

const isClientKind = (kind: string): kind is ClientKind => CLIENT_KINDS.some((each) => each === kind);

const isFeature = (name: string): name is FeatureName => FEATURE_NAMES.some((each) => each === name);

/** Keys separated by commas; the current one first. */
const keyList = z
  .string()
  .transform(splitList)
  .refine((keys) => keys.every((key) => key.length >= 32), "each key needs at least 32 characters: `openssl rand -base64 32`")
  .refine((keys) => new Set(keys).size === keys.length, "the same key is listed twice");

const variables = z.object({
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
    .optional(),
  COUNTERSIGN_DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(86_400).default(60),
  COUNTERSIGN_CONFIG: z.string().min(1).optional(),
  COUNTERSIGN_HOST: z.string().min(1).optional(),
  COUNTERSIGN_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  COUNTERSIGN_PUBLIC_URL: z.url({ protocol: /^https?$/, message: "must be an http or https address" }).optional(),
  COUNTERSIGN_ALLOWED_HOSTS: z.string().optional(),
  COUNTERSIGN_EMBED_ORIGINS: z
    .string()
    .transform(splitList)
    .refine((origins) => origins.every(isOrigin), "must be origins such as https://chat.example.com, separated by commas")
    .optional(),
  COUNTERSIGN_FILES_ROOT: z.string().min(1).optional(),
  COUNTERSIGN_ADMIN_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,512}$/, "needs 32 to 512 characters, ASCII and no space: `openssl rand -base64 32`")
    .optional(),
  COUNTERSIGN_SECRET: keyList.optional(),
  COUNTERSIGN_SECRET_KEY: keyList.optional(),
  COUNTERSIGN_LEASE_SECONDS: z.coerce.number().min(1).max(3600).default(30),
  COUNTERSIGN_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(16),
  COUNTERSIGN_MAX_PENDING_PER_AGENT: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
  COUNTERSIGN_MAX_REQUESTS_PER_SECOND: z.coerce.number().int().min(1).max(1_000_000).default(200),
  COUNTERSIGN_MAX_STREAMS_PER_CREDENTIAL: z.coerce.number().int().min(1).max(1_000_000).default(100),
  COUNTERSIGN_MAIL_URL: mailServerSchema.optional(),
  COUNTERSIGN_MAIL_FROM: z.email("must be an address such as countersign@example.com").optional(),
  COUNTERSIGN_TRUSTED_PROXIES: z
    .string()
    .transform(splitList)
    .refine(
      (proxies) => proxies.every(isAddressOrNetwork),
      "must be addresses or networks such as 10.0.0.0/8, separated by commas",
    )
    .optional(),
  COUNTERSIGN_INBOX_IMPORT: z.enum(["local", "off"], "must be local or off").default("off"),
  COUNTERSIGN_OAUTH: z
    .string()
    .transform((text) => (text.trim() === "off" ? [] : splitList(text)))
    .refine((kinds) => kinds.every(isClientKind), `must be a list of ${CLIENT_KINDS.join(", ")}, separated by commas, or off`)
    .transform((kinds) => CLIENT_KINDS.filter((kind) => kinds.includes(kind)))
    .optional(),
  COUNTERSIGN_FEATURES: z
    .string()
    .transform((text) => (text.trim() === "none" ? [] : splitList(text)))
    .refine((names) => names.every(isFeature), `must be a list of ${FEATURE_NAMES.join(", ")}, separated by commas, or none`)
    .transform((names) => FEATURE_NAMES.filter((name) => names.includes(name)))
    .optional(),
});

const environment = variables.superRefine(({ COUNTERSIGN_MAIL_URL: url, COUNTERSIGN_MAIL_FROM: from }, context) => {
  if ((url === undefined) === (from === undefined)) return;
  const missing = url === undefined ? "COUNTERSIGN_MAIL_URL" : "COUNTERSIGN_MAIL_FROM";
  context.addIssue({ code: "custom", path: [missing], message: "is required too: set both or neither" });
});

/** Reports all faults of the settings at once. Messages do not repeat values, which may be secrets. */
export class ConfigFault extends Error {
  constructor(faults: readonly string[]) {
    super(`The settings are not usable:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.name = "ConfigFault";
  }
}

/** Reads all settings once. Throws `ConfigFault` for an invalid value. An empty variable counts as unset. */
export function readConfig(options: StartOptions, env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse({
    ...given,
    ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
  });
  if (!parsed.success) throw new ConfigFault(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  const values = parsed.data;
  const dataFolder = resolve(options.dataFolder);
  const host = options.host ?? values.COUNTERSIGN_HOST ?? "127.0.0.1";
  return {
    dataFolder,
    configFile: options.configFile ?? values.COUNTERSIGN_CONFIG,
    signInFolder: signInFolder(env),
    databaseUrl: values.DATABASE_URL,
    databaseWaitSeconds: values.COUNTERSIGN_DATABASE_WAIT_SECONDS,
    host,
    port: options.port ?? values.COUNTERSIGN_PORT,
    publicUrl: values.COUNTERSIGN_PUBLIC_URL?.replace(/\/+$/, ""),
    allowedHosts: splitList(values.COUNTERSIGN_ALLOWED_HOSTS ?? ""),
    embedOrigins: values.COUNTERSIGN_EMBED_ORIGINS ?? [],
    filesRoot: resolve(values.COUNTERSIGN_FILES_ROOT ?? `${dataFolder}/files`),
    adminToken: values.COUNTERSIGN_ADMIN_TOKEN,
    secrets: values.COUNTERSIGN_SECRET ?? [],
    secretKeys: values.COUNTERSIGN_SECRET_KEY ?? [],
    leaseSeconds: values.COUNTERSIGN_LEASE_SECONDS,
    concurrency: values.COUNTERSIGN_CONCURRENCY,
    maxPendingPerAgent: values.COUNTERSIGN_MAX_PENDING_PER_AGENT,
    maxRequestsPerSecond: values.COUNTERSIGN_MAX_REQUESTS_PER_SECOND,
    maxStreamsPerCredential: values.COUNTERSIGN_MAX_STREAMS_PER_CREDENTIAL,
    mail: mailOf(values.COUNTERSIGN_MAIL_URL, values.COUNTERSIGN_MAIL_FROM),
    trustedProxies: values.COUNTERSIGN_TRUSTED_PROXIES ?? [],
    // Whoever reaches the server from elsewhere, also by a proxy on this machine, must not name programs to run on it.
    importsInInbox:
      values.COUNTERSIGN_INBOX_IMPORT === "local" && isLoopback(host) && values.COUNTERSIGN_PUBLIC_URL === undefined,
    oauth: oauthOf(values.COUNTERSIGN_OAUTH),
    features: values.COUNTERSIGN_FEATURES ?? [...FEATURE_NAMES],
  };
}

const oauthOf = (kinds: ClientKind[] = [...CLIENT_KINDS]): Config["oauth"] => (kinds.length === 0 ? undefined : kinds);

const mailOf = (server: MailServer | undefined, from: string | undefined): Config["mail"] =>
  server === undefined || from === undefined ? undefined : { ...server, from };
