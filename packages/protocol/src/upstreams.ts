import { z } from "zod";
import { jsonObject, text } from "./json.ts";

/** Transport to an MCP server; `sse` is the HTTP transport of protocol version 2024-11-05. */
export const UPSTREAM_TRANSPORTS = ["stdio", "http", "sse"] as const;
export type UpstreamTransport = (typeof UPSTREAM_TRANSPORTS)[number];

/** `offline` is retried with backoff; `disabled` is set by an administrator. */
export const UPSTREAM_STATUSES = ["starting", "online", "offline", "disabled"] as const;

/** `legacy` starts with `initialize`, `modern` with `server/discover`; `auto` tries the modern handshake first. */
export const UPSTREAM_ERAS = ["legacy", "auto", "modern"] as const;
export type UpstreamEra = (typeof UPSTREAM_ERAS)[number];

/** Annotations of a trusted upstream may lower the protection of its tools; those of an untrusted one can only raise it. */
export const TRUSTS = ["trusted", "untrusted"] as const;
export type Trust = (typeof TRUSTS)[number];

/** `per-agent`: each agent's session has its own MCP session with its own server-side state. `shared`: all agents use one. */
export const SHARINGS = ["per-agent", "shared"] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Default maximum of agents' MCP sessions open to one upstream, per server process. */
export const DEFAULT_MAX_CONNECTIONS = 16;
export const maxConnections = z.number().int().min(1).max(1000);

/**
 * Limits of one upstream: seconds that an approved call may run, mebibytes of its result that are stored, and the number of
 * tools that are inspected and listed.
 */
export const LIMIT_BOUNDS = {
  callSeconds: { min: 1, max: 86_400 },
  maxResultMebibytes: { min: 1, max: 64 },
  maxTools: { min: 1, max: 10_000 },
} as const;
const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);
export const upstreamLimits = {
  callSeconds: within(LIMIT_BOUNDS.callSeconds),
  maxResultMebibytes: within(LIMIT_BOUNDS.maxResultMebibytes),
  maxTools: within(LIMIT_BOUNDS.maxTools),
};
export type UpstreamLimits = Record<keyof typeof LIMIT_BOUNDS, number>;
export const DEFAULT_LIMITS = { callSeconds: 300, maxResultMebibytes: 16, maxTools: 1000 } as const satisfies UpstreamLimits;

export const upstreamName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, "letters, digits, `_` and `-` only, at most 40, a letter or digit first");
export const upstreamPrefix = z
  .string()
  .regex(/^([A-Za-z0-9][A-Za-z0-9_-]{0,39})?$/, "letters, digits, `_` and `-` only, at most 40, or empty for none");

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that the protocol or the HTTP connection sets. */
const RESERVED_HEADERS =
  /^(accept|connection|content-.*|expect|host|keep-alive|last-event-id|mcp-.*|te|trailer|transfer-encoding|upgrade)$/i;

export const upstreamHeaders = z
  .record(z.string(), text(8000).regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, "one line that a header can carry"))
  .refine((headers) => Object.keys(headers).length <= 50, "at most 50 headers")
  .refine((headers) => Object.keys(headers).every((name) => headerName.test(name)), "a name is not one a header can have")
  .refine(
    (headers) => !Object.keys(headers).some((name) => RESERVED_HEADERS.test(name)),
    "sets a header of the protocol itself",
  );

export const upstreamUrl = z
  .url({ protocol: /^https?$/, message: "must be an http or https address" })
  .max(2000)
  .refine((url) => !/^[a-z]+:\/\/[^/?#]*@/i.test(url), "must not contain a user name or password; use a header")
  .refine((url) => !url.includes("#"), "must not have a fragment");

/**
 * Whether a command runs in a sandbox. `off`: switched off in countersign.yaml. `container`: a container client such as `docker`
 * starts the server outside of any sandbox. The others say what the machine lacks: Linux, bubblewrap, or the right to use it.
 */
export const SANDBOX_STATUSES = ["active", "off", "container", "not-supported", "not-installed", "failed"] as const;
export type SandboxStatus = (typeof SANDBOX_STATUSES)[number];

const upstreamSandboxSchema = z.object({
  status: z
    .enum(SANDBOX_STATUSES)
    .describe(
      "`container`: a container client starts it outside of any sandbox; `not-supported`: only Linux has one; `not-installed`: bubblewrap is missing; `failed`: bubblewrap does not work here",
    ),
  detail: z.string().nullable().describe("What bubblewrap said when it failed"),
  isReadOnly: z.boolean().describe("It changes only the files that countersign.yaml names"),
  hasNetwork: z.boolean(),
});
export type UpstreamSandbox = z.infer<typeof upstreamSandboxSchema>;

export const unmaskedNames = z
  .array(z.string())
  .describe("Secrets of fewer than 6 characters: not masked in what the server answers, so agents and people may see them");

/** One MCP server behind the gate, as the responding process sees it. No values of headers, environment or secret arguments. */
export const upstreamSchema = z.object({
  name: z.string(),
  transport: z.enum(UPSTREAM_TRANSPORTS),
  url: z.string().nullable(),
  command: z.string().nullable().describe("The program and its arguments, with secrets masked; stdio only"),
  sandbox: upstreamSandboxSchema.nullable().describe("How the program is kept apart from this server; null over HTTP"),
  headerNames: z.array(z.string()).describe("Their values are never shown"),
  unmasked: unmaskedNames,
  origin: z.enum(["file", "admin"]).describe("`file`: countersign.yaml, changed only there"),
  trust: z.enum(TRUSTS),
  prefix: z.string().describe("Put before its tools' names with `_`; empty for none"),
  allowPrivate: z.boolean().describe("Addresses of this machine and of private networks are allowed"),
  sharing: z.enum(SHARINGS).describe("`shared`: all agents use one connection, and what the server keeps for it"),
  maxConnections: z.number().int().describe("Connections of agents' sessions at once; further calls are refused"),
  connectionCount: z.number().int().describe("Connections of agents' sessions that are open now"),
  allowQuestions: z.boolean().describe("Sampling and elicitation of an untrusted upstream reach clients"),
  callSeconds: z.number().int().describe("How long an approved call may run"),
  maxResultMebibytes: z.number().int().describe("The largest result of an approved call that is kept whole"),
  maxTools: z.number().int().describe("Tools that are looked at and listed; further ones are withheld"),
  status: z.enum(UPSTREAM_STATUSES),
  problem: z.string().nullable().describe("Why it is offline, or what it did wrong last"),
  enabled: z.boolean(),
  era: z.enum(UPSTREAM_ERAS),
  protocolVersion: z.string().nullable().describe("Negotiated; null while it never answered"),
  serverInfo: jsonObject.nullable().describe("What the server says of itself"),
  instructions: z.string().nullable(),
  toolCount: z.number().int().describe("Tools listed and stored"),
  withheldCount: z.number().int().describe("Tools that are not shown to agents until somebody looked at them"),
  withheld: z.array(z.object({ name: z.string(), reasons: z.array(z.string()) })).describe("The first 200 of them"),
  since: z.string().describe("When it got this status"),
  restarts: z.number().int().describe("Connections after the first one"),
});
export type UpstreamServer = z.infer<typeof upstreamSchema>;

const changeable = {
  url: upstreamUrl,
  transport: z.enum(["http", "sse"]),
  trust: z.enum(TRUSTS),
  prefix: upstreamPrefix,
  era: z.enum(UPSTREAM_ERAS),
  enabled: z.boolean(),
  allowPrivate: z.boolean(),
  sharing: z.enum(SHARINGS),
  maxConnections,
  allowQuestions: z.boolean(),
  ...upstreamLimits,
};

/** A command (stdio) server is not created here, but in countersign.yaml or by an import of a client's settings. */
export const createUpstreamSchema = z.object({
  name: upstreamName,
  url: changeable.url,
  transport: changeable.transport.optional().describe("Default `http`"),
  headers: upstreamHeaders.optional().describe("Secrets; kept encrypted and never shown again"),
  trust: changeable.trust.optional().describe("Default `untrusted`"),
  prefix: changeable.prefix.optional().describe("Default the name"),
  era: changeable.era.optional().describe("Default `legacy`"),
  enabled: changeable.enabled.optional(),
  allowPrivate: changeable.allowPrivate.optional(),
  sharing: changeable.sharing.optional().describe("Default `per-agent`"),
  maxConnections: changeable.maxConnections.optional().describe(`Default ${DEFAULT_MAX_CONNECTIONS}`),
  allowQuestions: changeable.allowQuestions.optional(),
  callSeconds: changeable.callSeconds.optional().describe(`Default ${DEFAULT_LIMITS.callSeconds}`),
  maxResultMebibytes: changeable.maxResultMebibytes.optional().describe(`Default ${DEFAULT_LIMITS.maxResultMebibytes}`),
  maxTools: changeable.maxTools.optional().describe(`Default ${DEFAULT_LIMITS.maxTools}`),
  confirm: z.boolean().optional().describe("Needed with `trusted`, `shared`, `allowPrivate`, and `allowQuestions`"),
});
export type CreateUpstream = z.infer<typeof createUpstreamSchema>;

export const changeUpstreamSchema = z.object({
  url: changeable.url.optional(),
  transport: changeable.transport.optional(),
  headers: upstreamHeaders.nullable().optional().describe("Replaces all; null removes all; a new address needs them again"),
  trust: changeable.trust.optional(),
  prefix: changeable.prefix.optional(),
  era: changeable.era.optional(),
  enabled: changeable.enabled.optional(),
  allowPrivate: changeable.allowPrivate.optional(),
  sharing: changeable.sharing.optional(),
  maxConnections: changeable.maxConnections.optional(),
  allowQuestions: changeable.allowQuestions.optional(),
  callSeconds: changeable.callSeconds.optional(),
  maxResultMebibytes: changeable.maxResultMebibytes.optional(),
  maxTools: changeable.maxTools.optional(),
  confirm: z.boolean().optional(),
});
export type ChangeUpstream = z.infer<typeof changeUpstreamSchema>;

export const checkUpstreamSchema = z.object({
  url: changeable.url,
  transport: changeable.transport.optional(),
  headers: upstreamHeaders.optional(),
  era: changeable.era.optional(),
  allowPrivate: changeable.allowPrivate.optional(),
  confirm: z.boolean().optional(),
});
export type CheckUpstream = z.infer<typeof checkUpstreamSchema>;

export const upstreamCheckSchema = z.object({
  reachable: z.boolean(),
  problem: z.string().nullable(),
  protocolVersion: z.string().nullable(),
  serverInfo: jsonObject.nullable(),
  tools: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type UpstreamCheck = z.infer<typeof upstreamCheckSchema>;

/** Longest text of a client's settings that is imported, in characters. */
export const MAX_CLIENT_SETTINGS = 262_144;

export const importSettingsSchema = z.object({
  settings: z.string().min(1).max(MAX_CLIENT_SETTINGS).describe("A client's settings as they are: `mcp.json` and the like"),
  trust: z.enum(TRUSTS).optional().describe("Default `untrusted`"),
  replace: z.boolean().optional().describe("Replaces servers of `countersign.yaml` with the same names"),
  password: z.string().min(1).max(1000).optional().describe("That of the person who sends this; without it nothing is written"),
});
export type ImportSettings = z.infer<typeof importSettingsSchema>;

const importedName = z.string().describe("Name in the client's settings");
export const settingsImportSchema = z.object({
  isWritten: z.boolean().describe("The servers are in `countersign.yaml`"),
  gated: z
    .array(
      z.object({
        from: importedName,
        name: upstreamName,
        shown: z.string().describe("What it runs or reaches, without values that may be secrets"),
        isPresent: z.boolean().describe("`countersign.yaml` had it already"),
        isReplaced: z.boolean().describe("It takes the place of another server of this name"),
      }),
    )
    .describe("Servers that go behind the gate"),
  left: z
    .array(
      z.object({
        from: importedName,
        why: z.string(),
        isTaken: z.boolean().describe("Another server has this name; `replace` takes its place"),
      }),
    )
    .describe("Servers that stay with the client"),
  elsewhere: z.array(z.string()).describe("Other places of the settings that name servers, which were not read"),
  settings: z.string().describe("The client's settings with Countersign in the place of the servers behind the gate"),
});
export type SettingsImport = z.infer<typeof settingsImportSchema>;
