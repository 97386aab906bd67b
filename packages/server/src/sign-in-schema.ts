import { ROLES, teamName } from "@countersign/protocol";
import { z } from "zod";
import { isLoopback } from "./core/is-loopback.ts";
import { CLIENT_AUTHENTICATIONS, NO_SIGN_ON, PASSWORD_POLICIES } from "./identity/sign-on/sign-on-settings.ts";

export const workspaceId = z
  .string()
  .regex(/^wsp_\S+$/, "must be the id of a workspace, as `countersign workspace list` prints it");

/** What `sign-on` compares byte by byte, so it is written here as the provider writes it. */
export const issuerSchema = z.string().superRefine((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!url || !isSafe) context.addIssue({ code: "custom", message: "must be an https address, or http on this machine" });
  else if (url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    context.addIssue({ code: "custom", message: "must have no query, fragment or password" });
});

const domain = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
    "must be a domain such as example.com",
  );

const member = z.strictObject({
  workspace: workspaceId.optional(),
  group: z.string().min(1).max(500).optional(),
  role: z.enum(ROLES),
  teams: z.array(teamName).max(20).default([]),
});

const provider = z.strictObject({
  name: z.string().trim().min(1).max(60),
  issuer: z.string(),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  clientAuthentication: z.enum(CLIENT_AUTHENTICATIONS).optional(),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "must be a scope")).default(["email", "profile"]),
  domains: z.array(domain).min(1, "must name at least one e-mail domain"),
  trustEmail: z.boolean().default(false),
  groupsClaim: z.string().min(1).default("groups"),
  sessionHours: z.number().int().min(1).max(336).default(12),
  members: z.array(member).min(1, "must give membership of a workspace to somebody").max(200),
});
export type ConfiguredProvider = z.output<typeof provider>;

export const signInSchema = z.strictObject({
  passwords: z.enum(PASSWORD_POLICIES, "must be everyone or administrators").default(NO_SIGN_ON.passwords),
  providers: z
    .record(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "1 to 40 lower-case letters, digits and `-`"), provider)
    .default({}),
});
