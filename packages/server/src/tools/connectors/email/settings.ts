import { domainToASCII } from "node:url";
import { z } from "zod";
import type { OpenConnection } from "../connector.ts";

const LOCAL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Returns the domain of an address, normalised for comparison; undefined if the address is invalid. */
export function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), domainToASCII(address.slice(at + 1)).toLowerCase()];
  return at > 0 && LOCAL.test(local) && DOMAIN.test(domain) ? domain : undefined;
}

const address = z
  .string()
  .max(320)
  .refine((text) => domainOf(text) !== undefined, "must be one address such as name@example.com");

const domain = z
  .string()
  .transform((text) => domainToASCII(text).toLowerCase())
  .refine((text) => DOMAIN.test(text), "must be a domain such as example.com");

/** How to reach the SMTP server, and who sends. */
export const smtpSettings = {
  host: z.string().min(1).max(253).describe("Host name of the SMTP server"),
  port: z.number().int().min(1).max(65_535).default(587),
  tls: z
    .enum(["starttls", "implicit", "none"])
    .default("starttls")
    .meta({ title: "TLS" })
    .describe("`starttls` on port 587, `implicit` on 465; `none` only with a server on this machine"),
  ca: z
    .string()
    .max(100_000)
    .optional()
    .meta({ title: "Own certificates" })
    .describe("Certificates in PEM form to trust instead of the usual ones"),
  from: address.describe("The sender of every message"),
  replyTo: address.optional(),
};

export const emailSettings = z.strictObject({
  ...smtpSettings,
  domains: z
    .array(domain)
    .max(500)
    .default([])
    .meta({ title: "Allowed domains" })
    .describe("Domains that agents can write to, without subdomains; empty for none"),
  mostRecipients: z.number().int().min(1).max(100).default(10),
});

export const emailCredentials = z
  .strictObject({
    user: z.string().min(1).max(500).optional(),
    password: z.string().min(1).max(2000).optional(),
  })
  .refine(({ user, password }) => (user === undefined) === (password === undefined), "user and password go together");

export type EmailConnection = OpenConnection<z.output<typeof emailCredentials>, z.output<typeof emailSettings>>;

/** The parts of a connection that SMTP needs. */
export type SmtpConnection = Pick<
  OpenConnection<z.output<typeof emailCredentials>, z.output<z.ZodObject<typeof smtpSettings>>>,
  "settings" | "credentials" | "resolve"
>;
