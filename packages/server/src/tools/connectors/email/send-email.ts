import { z } from "zod";
import type { JsonObject } from "@countersign/protocol";
import { ToolFailure, type Described, type ServerTool } from "../../../ports/tool.ts";
import { inputSchemaOf, readInput } from "../read-input.ts";
import { domainOf, type EmailConnection } from "./settings.ts";
import { withSmtp } from "./smtp.ts";

/** One header line without control or separator characters, which could hide content. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]*$/u, "must be one line without control characters");
const addresses = z.array(z.string().max(320)).max(100);

const input = z.strictObject({
  to: addresses.min(1).describe("Addresses such as name@example.com, without display names"),
  cc: addresses.optional(),
  subject: line(500),
  body: z
    .string()
    .min(1)
    .max(100_000)
    .refine((text) => !text.includes("\0") && !/\p{Surrogate}/u.test(text), "must be text without U+0000")
    .describe("Plain text"),
});
type Message = z.output<typeof input>;

export const sendEmailTool = (open: EmailConnection): ServerTool => ({
  definition: {
    name: "send_email",
    title: "Send an e-mail",
    description: "Sends one plain-text message to people at allowed domains. A sent message cannot be recalled.",
    inputSchema: inputSchemaOf(input),
    // After a lost response, an SMTP server cannot be asked whether it sent the message.
    effect: "unsafe",
    risk: 3,
    timeoutSeconds: 120,
  },
  approval: "required",
  describe: async (given) => describeMessage(open, readMessage(open, given)),

  async execute(given, { idempotencyKey, signal }) {
    const { to, cc = [], subject, body } = readMessage(open, given);
    const { from, replyTo } = open.settings;
    // Equal for every attempt, so that a mailbox shows two copies as one message.
    const messageId = `<${idempotencyKey}@${domainOf(from) ?? "localhost"}>`;
    const sent = await withSmtp(open, signal, (transport) =>
      transport.sendMail({
        from,
        to,
        cc,
        subject,
        text: body,
        messageId,
        ...(replyTo !== undefined && { replyTo }),
        headers: { "X-Countersign-Action": idempotencyKey },
      }),
    );
    const { accepted = [], rejected = [] } = sent as { accepted?: unknown[]; rejected?: unknown[] };
    return { messageId, accepted: accepted.map(String), rejected: rejected.map(String) };
  },
});

/** Parses the message and refuses invalid or disallowed addresses, both on describe and on execution. */
function readMessage({ settings }: EmailConnection, given: JsonObject): Message {
  const message = readInput(input, given);
  const { to, cc = [] } = message;
  for (const [key, list] of Object.entries({ to, cc })) {
    for (const [n, address] of list.entries()) {
      const domain = domainOf(address);
      if (domain === undefined)
        throw new ToolFailure("invalid", "must be one address such as name@example.com", `/${key}/${n}`);
      if (!settings.domains.includes(domain)) {
        const words = `This connection cannot write to the domain ${domain}. An administrator can add it under Settings, Services.`;
        throw new ToolFailure("forbidden", words, `/${key}/${n}`);
      }
    }
  }
  if (to.length + cc.length > settings.mostRecipients)
    throw new ToolFailure("invalid", `has more than ${settings.mostRecipients} recipients with cc`, "/to");
  return message;
}

function describeMessage({ settings }: EmailConnection, { to, cc = [], subject, body }: Message): Described {
  const all = [...to, ...cc];
  const whom = all.length === 1 ? all[0] : `${all.length} people`;
  const { from, replyTo } = settings;
  return {
    preview: {
      title: `Send “${subject}” to ${whom}`,
      summary: "A sent e-mail cannot be recalled.",
      from,
      ...(replyTo !== undefined && { replyTo }),
      to,
      cc,
      subject,
      body,
    },
    target: `mail:${all.join(",")}`,
  };
}
