import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { emailConnector } from "../../src/tools/connectors/email/email-connector.ts";
import { connectorContract } from "./contract.ts";
import { SMTP_USER, startFakeSmtp } from "./fakes/smtp.ts";
import { attempt, openConnection, toolOf } from "./support.ts";

const TOOL = "send_email";
const MAIL = {
  to: ["ann@example.test"],
  cc: ["bob@example.test"],
  subject: "Order 7 – ready",
  body: "It is on its way.\n.\nGoodbye",
};
const SCOPE = { workspaceId: "ws_test" };
const settingsOf = (port: number, more: object = {}) => ({
  host: "127.0.0.1",
  port,
  tls: "none",
  from: "gate@example.test",
  domains: ["example.test", "MÜLLER.test"],
  ...more,
});

connectorContract(emailConnector, [TOOL], async () => {
  const smtp = await startFakeSmtp();
  return {
    settings: settingsOf(smtp.port),
    credentials: SMTP_USER,
    wrongCredentials: { user: "mailer", password: "pw_wrong-one" },
    secrets: [SMTP_USER.password, "pw_wrong-one", Buffer.from(SMTP_USER.password).toString("base64")],
    writes: { [TOOL]: { input: () => ({ ...MAIL }) } },
    effects: () => smtp.mails.length,
    trouble: (kind, onStrike) => smtp.strike(kind, onStrike),
    close: smtp.close,
  };
});

describe("mail by SMTP", () => {
  let smtp: Awaited<ReturnType<typeof startFakeSmtp>>;
  const connect = (more: object = {}, credentials: object = SMTP_USER) =>
    openConnection(emailConnector, settingsOf(smtp.port, more), credentials);
  const run = (input: JsonObject = MAIL, open = connect(), options = {}) =>
    attempt(toolOf(emailConnector, open, TOOL), input, options);
  const describeMail = (input: JsonObject, open = connect()) => toolOf(emailConnector, open, TOOL).describe(input, SCOPE);

  beforeAll(async () => {
    smtp = await startFakeSmtp();
  });
  afterAll(() => smtp.close());
  beforeEach(() => {
    smtp.mails.length = 0;
  });

  test("G2 the reviewer sees sender, recipients, subject and every line of the text, and that is what is sent", async () => {
    const { preview, target } = await describeMail(MAIL);
    expect(preview).toEqual({
      title: "Send “Order 7 – ready” to 2 people",
      summary: "A sent e-mail cannot be recalled.",
      from: "gate@example.test",
      to: MAIL.to,
      cc: MAIL.cc,
      subject: MAIL.subject,
      body: MAIL.body,
    });
    expect(target).toBe("mail:ann@example.test,bob@example.test");
    const actionId = "0198f7e2-0000-7000-8000-000000000001";
    expect(await run(MAIL, connect(), { actionId })).toEqual({
      ended: "executed",
      result: { messageId: `<act_${actionId}@example.test>`, accepted: ["ann@example.test", "bob@example.test"], rejected: [] },
    });
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: "gate@example.test", to: ["ann@example.test", "bob@example.test"] });
    expect(mail?.text).toContain(`Message-ID: <act_${actionId}@example.test>`);
    expect(mail?.text.replaceAll("\r\n", "\n")).toContain("It is on its way.\n.\nGoodbye");
  });

  test.each([
    ["another domain", "eve@evil.test"],
    ["a subdomain", "eve@mail.example.test"],
    ["a domain that ends alike", "eve@notexample.test"],
    ["two at signs", "ann@example.test@evil.test"],
    ["a quoted part", '"eve@evil.test"@example.test'],
    ["a display name", "Ann <eve@evil.test>"],
    ["two addresses", "ann@example.test,eve@evil.test"],
    ["another line", "ann@example.test\r\nBcc: eve@evil.test"],
    ["a route", "@evil.test:ann@example.test"],
    ["a percent hack", "eve%evil.test@evil.test"],
  ])("nobody outside the allowed domains is written to: %s", async (_what, address) => {
    for (const place of [{ to: [address] }, { cc: [address] }]) {
      const refused = await describeMail({ ...MAIL, ...place }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ name: "ToolFailure", path: expect.stringMatching(/^\/(to|cc)\/0$/) });
    }
    expect(smtp.mails).toEqual([]);
  });

  test("domains are compared in one form, whatever case or script they are written in", async () => {
    for (const address of ["ann@EXAMPLE.test", "ann@müller.test", "ann@xn--mller-kva.test"])
      expect(await describeMail({ ...MAIL, to: [address] })).toBeDefined();
    await expect(describeMail(MAIL, connect({ domains: [] }))).rejects.toMatchObject({ code: "forbidden" });
    await expect(describeMail({ ...MAIL, to: Array(11).fill("ann@example.test") })).rejects.toMatchObject({ path: "/to" });
  });

  test.each(["a\r\nBcc: eve@evil.test", "a\u0000", "a\u2028b", "a\nb", ""])("a subject is one line: %j", async (subject) => {
    await expect(describeMail({ ...MAIL, subject })).rejects.toMatchObject({ code: "invalid", path: "/subject" });
  });

  test("G5 before the message is sent a broken connection is a failure; after that nobody knows", async () => {
    smtp.strike("cut_before");
    expect(await run()).toMatchObject({ ended: "unknown" });
    smtp.strike("error_before");
    expect(await run()).toMatchObject({ ended: "failed", error: { code: "handler" } });
    smtp.strike("spam");
    expect(await run()).toMatchObject({
      ended: "failed",
      error: { code: "invalid", message: expect.stringContaining("looks like spam") },
    });
    expect(smtp.mails).toEqual([]);
    expect(await run(MAIL, connect({ port: 9 }))).toMatchObject({ ended: "failed", error: { code: "handler" } });
  });

  test("a recipient the server does not know is told beside those it took", async () => {
    const open = connect({ domains: ["example.test", "example.org"] });
    const ran = await run({ ...MAIL, cc: ["gone@example.org"] }, open);
    expect(ran).toMatchObject({
      ended: "executed",
      result: { accepted: ["ann@example.test"], rejected: ["gone@example.org"] },
    });
    const none = await run({ ...MAIL, to: ["gone@example.org"], cc: [] }, open);
    expect(none).toMatchObject({ ended: "failed", error: { code: "invalid" } });
  });

  test("TLS is asked for unless it is a server on this machine, and a certificate nobody vouches for is refused", async () => {
    expect(await run(MAIL, connect({ tls: "starttls" }))).toMatchObject({ ended: "failed" });
    const secure = await startFakeSmtp({ secure: true });
    const open = connect({ tls: "implicit", port: secure.port, host: "localhost" });
    expect(await run(MAIL, open)).toMatchObject({ ended: "failed", error: { code: "handler" } });
    expect(secure.mails).toEqual([]);
    await secure.close();
    const elsewhere = { ...connect(), resolve: async () => "192.0.2.1" };
    expect(await run(MAIL, elsewhere)).toMatchObject({
      ended: "failed",
      error: { message: expect.stringContaining("only a server on this machine") },
    });
    expect(smtp.mails).toEqual([]);
  });
});
