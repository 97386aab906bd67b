import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { findFreePort } from "../../../../../scripts/lib/find-free-port.mjs";
import type { Trouble } from "./trouble.ts";

export const SMTP_USER = { user: "mailer", password: "pw_7hT2-live" };

export interface FakeSmtp {
  port: number;
  /** Mails accepted for delivery, as received. */
  mails: { from: string; to: string[]; text: string }[];
  /** Calls back when the fault strikes. */
  strike(kind: Trouble, onStrike?: () => void): void;
  close(): Promise<void>;
}

type Kind = Trouble | "spam";

class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** A real SMTP server that requires authentication and accepts mail for `*.test`. */
export async function startFakeSmtp(
  options: { secure?: boolean } = {},
): Promise<FakeSmtp & { strike(kind: Kind, onStrike?: () => void): void }> {
  const mails: FakeSmtp["mails"] = [];
  let trouble: Kind | undefined;
  let told: (() => void) | undefined;
  const take = (...kinds: Kind[]): Kind | undefined => {
    if (trouble === undefined || !kinds.includes(trouble)) return undefined;
    const kind = trouble;
    trouble = undefined;
    told?.();
    return kind;
  };
  const server = new SMTPServer({
    secure: options.secure ?? false,
    disabledCommands: options.secure ? [] : ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isOurs = username === SMTP_USER.user && password === SMTP_USER.password;
      done(isOurs ? null : new Refusal(535, "5.7.8 no such user"), isOurs ? { user: username } : undefined);
    },
    onMailFrom(_address, _session, done) {
      const kind = take("rate_limit", "error_before");
      done(kind === undefined ? null : new Refusal(451, "4.7.1 too many messages, come back later"));
    },
    onRcptTo({ address }, _session, done) {
      done(address.endsWith(".test") ? null : new Refusal(550, `5.1.1 <${address}>: no such mailbox`));
    },
    onData(stream, session, done) {
      const cut = (): void => {
        for (const connection of server.connections)
          (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
      };
      const read = (bytes: Buffer): void => {
        if (take("cut_before")) return cut();
        if (take("spam")) return done(new Refusal(554, "5.7.1 looks like spam"));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: bytes.toString("utf8"),
        });
        const kind = take("cut_after", "error_after", "hang_after");
        if (kind === "cut_after") return cut();
        if (kind === "hang_after") return undefined;
        return done(kind === "error_after" ? new Refusal(451, "4.3.0 try later") : null);
      };
      // A client may give up in the middle of a message.
      buffer(stream).then(read, () => undefined);
    },
  });
  const port = await findFreePort();
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  server.on("error", () => undefined);
  return {
    port,
    mails,
    strike(kind, onStrike) {
      trouble = kind;
      told = onStrike;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections)
          (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
      }),
  };
}

/** The plain text of a received mail, as its reader sees it. */
export function plainTextOf({ text }: { text: string }): string {
  const [head = "", ...rest] = text.slice(text.indexOf("Content-Type: text/plain")).split(/\r?\n\r?\n/);
  const body = rest.join("\n\n").split(/\r?\n--/)[0] ?? "";
  if (!/Content-Transfer-Encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
