import { createServer } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { Webhook } from "standardwebhooks";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";

export interface ReceivedEvent {
  id: string;
  actionId: string;
  seq: number;
  atMs: number;
}

/** Probability of an answer 500, and of a connection that is cut after the message was taken. */
export interface Misfortune {
  refuses: number;
  cuts: number;
}

/** Takes webhooks whose signature a library by others verifies, and mail; both fail as often as they are told. */
export async function openReceivers(secret: string, luck: Misfortune) {
  const events: ReceivedEvent[] = [];
  const mails: { to: string; messageId: string }[] = [];
  let badSignatures = 0;
  const webhook = new Webhook(secret);
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (Math.random() < luck.refuses) return void response.writeHead(500).end();
      try {
        webhook.verify(body, request.headers as Record<string, string>);
      } catch {
        badSignatures += 1;
        return void response.writeHead(401).end();
      }
      const { data } = JSON.parse(body) as { data: { actionId: string; seq: number } };
      const id = String(request.headers["webhook-id"]);
      events.push({ id, actionId: data.actionId, seq: data.seq, atMs: Date.now() });
      if (Math.random() < luck.cuts) return void request.socket.destroy();
      return void response.writeHead(204).end();
    });
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    onMailFrom: (_address, _session, done) =>
      done(Math.random() < luck.refuses ? Object.assign(new Error("4.7.1 come back later"), { responseCode: 451 }) : null),
    onData(stream, session, done) {
      const read = (bytes: Buffer): void => {
        const messageId = /^Message-ID: *(\S+)/im.exec(bytes.toString("utf8"))?.[1] ?? "";
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, messageId });
        done();
      };
      buffer(stream).then(read, () => undefined);
    },
  });
  smtp.on("error", () => undefined);
  const smtpPort = await findFreePort();
  await new Promise<void>((resolve) => void smtp.listen(smtpPort, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    smtpPort,
    events,
    mails,
    badSignatures: () => badSignatures,
    async close() {
      server.closeAllConnections();
      server.close();
      await new Promise<void>((resolve) => void smtp.close(resolve));
    },
  };
}
