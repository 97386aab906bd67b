import {
  DEFAULT_LIMITS,
  DEFAULT_MAX_CONNECTIONS,
  maxConnections,
  SHARINGS,
  TRUSTS,
  UPSTREAM_ERAS,
  upstreamLimits,
  upstreamName,
  upstreamPrefix,
  upstreamToolSettingsSchema,
  type UpstreamToolSettings,
} from "@countersign/protocol";
import { z } from "zod";
import { signInSchema, workspaceId } from "./sign-in-schema.ts";

/** Accepts plain scalars that YAML parses as numbers or booleans, as text. */
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "letters, digits and `_` only");

/** Short names for common settings; `when` alone implies `approval: when`. */
const toolSettings = upstreamToolSettingsSchema
  .extend({
    when: upstreamToolSettingsSchema.shape.approvalWhen,
    description: upstreamToolSettingsSchema.shape.descriptionOverride,
    approver: upstreamToolSettingsSchema.shape.approverRole,
  })
  .strict()
  .transform(({ when, description, approver, ...settings }, context): UpstreamToolSettings => {
    const twice = [
      [when, settings.approvalWhen, "when and approvalWhen"],
      [description, settings.descriptionOverride, "description and descriptionOverride"],
      [approver, settings.approverRole, "approver and approverRole"],
    ].filter(([short, long]) => short !== undefined && long !== undefined);
    for (const [, , names] of twice) context.addIssue({ code: "custom", message: `${String(names)} are the same` });
    if (when && settings.approval !== undefined && settings.approval !== "when") {
      context.addIssue({
        code: "custom",
        message: `\`when\` cannot be combined with approval: ${settings.approval}`,
        path: ["approval"],
      });
    }
    return {
      ...settings,
      ...(when !== undefined && { approvalWhen: when, ...(when !== null && { approval: "when" as const }) }),
      ...(description !== undefined && { descriptionOverride: description }),
      ...(approver !== undefined && { approverRole: approver }),
    };
  });

const common = {
  workspace: workspaceId.optional(),
  trust: z.enum(TRUSTS).default("untrusted"),
  prefix: upstreamPrefix.optional(),
  enabled: z.boolean().default(true),
  era: z.enum(UPSTREAM_ERAS).default("legacy"),
  sharing: z.enum(SHARINGS).default("per-agent"),
  maxConnections: maxConnections.default(DEFAULT_MAX_CONNECTIONS),
  allowQuestions: z.boolean().default(false),
  callSeconds: upstreamLimits.callSeconds.default(DEFAULT_LIMITS.callSeconds),
  maxResultMebibytes: upstreamLimits.maxResultMebibytes.default(DEFAULT_LIMITS.maxResultMebibytes),
  maxTools: upstreamLimits.maxTools.default(DEFAULT_LIMITS.maxTools),
  tools: z.record(z.string().min(1), toolSettings).default({}),
};

const settings = z
  .strictObject(
    {
      mode: z.enum(["auto", "required", "off"], "must be auto, required or off").default("required"),
      files: z.enum(["writable", "read-only"], "must be writable or read-only").default("writable"),
      write: z.array(z.string().min(1)).max(100).optional(),
      network: z.enum(["on", "off"], "must be on or off").default("on"),
    },
    { error: (issue) => (issue.code === "invalid_type" ? "must be auto, required, off, or settings" : undefined) },
  )
  .superRefine(({ mode, files, write, network }, context) => {
    const isStricter = files === "read-only" || network === "off";
    if (mode !== "required" && isStricter)
      context.addIssue({ code: "custom", path: ["mode"], message: "must be required with read-only files or without network" });
    if (write && files !== "read-only")
      context.addIssue({ code: "custom", path: ["write"], message: "needs `files: read-only`" });
  });
/** A word stands for `mode`. */
const sandbox = z.preprocess((value) => (typeof value === "string" ? { mode: value } : value), settings);

const upstream = z
  .object({
    ...common,
    command: z.string().min(1).optional(),
    args: z.array(scalar).optional(),
    env: z.record(variable, scalar).optional(),
    cwd: z.string().min(1).optional(),
    sandbox: sandbox.optional(),
    plain: z.array(z.string()).max(100).default([]),
    url: z.string().min(1).optional(),
    transport: z.enum(["http", "sse"]).optional(),
    headers: z.record(z.string(), scalar).optional(),
    allowPrivate: z.boolean().optional(),
  })
  .strict();
export type ConfiguredUpstream = z.output<typeof upstream>;

export const configFileSchema = z
  .object({
    upstreams: z.record(upstreamName, upstream).default({}),
    signIn: signInSchema.optional(),
  })
  .strict();

const FOR_COMMANDS = ["args", "env", "cwd", "sandbox"];
const FOR_URLS = ["transport", "headers", "allowPrivate"];

/** Returns settings that do not fit this kind of upstream. Checked despite other faults, so that all are reported at once. */
export function findMisplaced(upstream: Readonly<Record<string, unknown>>): [path: string[], message: string][] {
  const isCommand = Object.hasOwn(upstream, "command");
  if (isCommand === Object.hasOwn(upstream, "url")) return [[[], "needs either a command or a url"]];
  const misplaced = (isCommand ? FOR_URLS : FOR_COMMANDS).filter((key) => Object.hasOwn(upstream, key));
  return misplaced.map((key) => [[key], isCommand ? "is only allowed with a url" : "is only allowed with a command"]);
}
