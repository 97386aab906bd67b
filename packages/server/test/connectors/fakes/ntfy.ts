import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";

export interface NtfyMessage {
  topic: string;
  title: string;
  message: string;
  priority?: number;
  click?: string;
}

export interface FakeNtfy extends FaultyServer {
  messages: NtfyMessage[];
}

export const NTFY_TOKEN = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2";
export const NTFY_TOPIC = "approvals";
/** https://docs.ntfy.sh/publish/#limitations: a longer one becomes an attachment, which this server does not take. */
const MAX_BYTES = 4096;

/** Fake ntfy server over real HTTP, with the errors of https://github.com/binwiederhier/ntfy/blob/main/server/errors.go */
export async function startFakeNtfy(): Promise<FakeNtfy> {
  const messages: NtfyMessage[] = [];
  const server = await startFaultyServer({
    async handle(request) {
      if (request.method !== "POST" || new URL(request.url).pathname !== "/") return refuse(404, 40401, "page not found");
      if (request.headers.get("authorization") !== `Bearer ${NTFY_TOKEN}`) return refuse(401, 40101, "unauthorized");
      const message = JSON.parse(await request.text()) as NtfyMessage;
      if (!/^[-_A-Za-z0-9]{1,64}$/.test(message.topic ?? "")) return refuse(400, 40009, "invalid request: topic invalid");
      if (message.topic !== NTFY_TOPIC) return refuse(403, 40301, "forbidden");
      const { priority = 3, click } = message;
      if (priority < 1 || priority > 5) return refuse(400, 40007, "invalid priority parameter");
      if (click !== undefined && !URL.canParse(click)) return refuse(400, 40022, "invalid click parameter");
      if (Buffer.byteLength(message.message) > MAX_BYTES) return refuse(400, 40014, "attachments disallowed");
      messages.push(message);
      return Response.json({ id: `m${messages.length}`, event: "message", ...message });
    },
    limited: () => refuse(429, 42901, "limit reached: too many requests"),
  });
  return Object.assign(server, { messages });
}

const refuse = (status: number, code: number, error: string): Response =>
  Response.json({ code, http: status, error: error, link: "https://ntfy.sh/docs/publish/" }, { status });
