import { createHmac } from "node:crypto";
import { WebSocketServer, type WebSocket } from "ws";
import { findFreePort } from "../../../../../scripts/lib/find-free-port.mjs";
import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";
import { startTurnLimit } from "./start-turn-limit.ts";

export interface SlackMessage {
  channel: string;
  ts: string;
  text: string;
  blocks: SlackBlock[];
  threadTs: string | undefined;
  isBroadcast: boolean;
  /** Contents before each change. */
  former: string[];
}

/** As `users.info` shows them; further fields say why somebody cannot be told. */
export interface SlackPerson {
  id: string;
  email: string;
  name: string;
  deleted?: true;
  is_bot?: true;
  is_restricted?: true;
  is_ultra_restricted?: true;
  /** Slack workspace of the person. Default: the one of the app. */
  team_id?: string;
}

interface SlackBlock {
  type: string;
  elements?: SlackElement[];
}
interface SlackElement {
  type: string;
  /** Of a button, an object. */
  text?: string | { type: string; text: string };
  url?: string;
  elements?: SlackElement[];
  action_id?: string;
  value?: string;
}

export interface SlackPress {
  /** Member id of who presses. */
  by: string;
  button: "approve" | "reject";
  /** The message that carries the button. */
  message: SlackMessage | undefined;
  /** Value of another button; that of the message without it. */
  value?: string;
  /** Where the message is shown; where it was sent without it. */
  at?: { channel: string; ts: string };
}

export interface FakeSlack extends FaultyServer {
  /** Address of the API, with a trailing slash. */
  apiUrl: string;
  messages: SlackMessage[];
  /** Ids of channels the app was invited to. */
  joined: Set<string>;
  archived: Set<string>;
  /** Timestamps (`ts`) of messages whose edit window is over; changing them is refused with `edit_window_closed`. */
  closed: Set<string>;
  people: SlackPerson[];
  /** Texts that only one person sees. */
  ephemerals: { channel: string; user: string; text: string }[];
  /** Connections in Socket Mode. */
  sockets: Set<WebSocket>;
  buttonsOf(message: SlackMessage | undefined): string[];
  /** The request that Slack sends when somebody presses a button, signed at that time; now without one. */
  signedPress(press: SlackPress, at?: Date): { headers: Headers; body: string };
  /** Sends a press over Socket Mode. Fails if it is not acknowledged at once: Slack waits three seconds. */
  pressOverSocket(press: SlackPress, socket?: WebSocket): Promise<void>;
  /** All text of a message's blocks, a line for each section. */
  readText(message: SlackMessage | undefined): string;
  /** Where its links and mentions lead. */
  linksOf(message: SlackMessage | undefined): string[];
}

export const SLACK_TOKEN = "xoxb-000000-test-token";
export const SLACK_APP_TOKEN = "xapp-1-test-token";
export const SLACK_SIGNING_SECRET = "8f742231b10e8888abcd99yyyzzz85a5".replaceAll(/[yz]/g, "0");
export const SLACK_CHANNEL = "C024BE91L";
/** A channel that exists, which the app was not invited to. */
export const SLACK_OTHER_CHANNEL = "C024BE92M";

/** Documented at https://docs.slack.dev/reference/methods/chat.postMessage and …/block-kit/blocks; the sum was measured by others. */
const [MAX_TEXT, MAX_BLOCKS, MAX_SUM, MAX_BUTTON_VALUE] = [40_000, 50, 13_000, 2000];
const SECTIONS = new Set(["rich_text_section", "rich_text_preformatted", "rich_text_quote", "rich_text_list"]);

/** Fake Slack over real HTTP: three methods, with the refusals their documentation names. */
export async function startFakeSlack(): Promise<FakeSlack> {
  const messages: SlackMessage[] = [];
  const joined = new Set([SLACK_CHANNEL]);
  const archived = new Set<string>();
  const closed = new Set<string>();
  const people: SlackPerson[] = [];
  const ephemerals: FakeSlack["ephemerals"] = [];
  const socketPort = await findFreePort();
  const socketServer = new WebSocketServer({ host: "127.0.0.1", port: socketPort });
  socketServer.on("connection", (socket) => socket.send(JSON.stringify({ type: "hello", num_connections: 1 })));
  let clock = 1_700_000_000;
  const nextTs = (): string => `${(clock += 1)}.000100`;

  const methods: Readonly<Record<string, (asked: Asked) => object>> = {
    "auth.test": () => ({ team: "Acme", user: "countersign", team_id: "T1", user_id: "U1" }),
    "chat.postEphemeral"({ channel, user = "", ...content }) {
      refuseChannel(channel);
      if (channel.startsWith("D") && channel !== user.replace("U", "D")) throw new Refusal("user_not_in_channel");
      readContent(content as Asked);
      ephemerals.push({ channel, user, text: content.text ?? "" });
      return { message_ts: nextTs() };
    },
    "apps.connections.open": () => ({ url: `ws://127.0.0.1:${socketPort}/link` }),
    "users.lookupByEmail": ({ email }) => ({ user: findPerson((person) => person.email === email, "users_not_found") }),
    "users.info": ({ user }) => ({ user: findPerson(({ id }) => id === user, "user_not_found") }),
    "chat.postMessage"(asked) {
      // A message to a person is in the conversation of the two, which has an id of its own.
      const channel = asked.channel.startsWith("U") ? asked.channel.replace("U", "D") : asked.channel;
      refuseChannel(channel);
      const content = readContent(asked);
      const ts = nextTs();
      messages.push({
        channel,
        ts,
        ...content,
        threadTs: asked.thread_ts,
        isBroadcast: asked.reply_broadcast === "true",
        former: [],
      });
      return { channel, ts };
    },
    "chat.update"(asked) {
      refuseChannel(asked.channel);
      const message = messages.find(({ ts, channel }) => ts === asked.ts && channel === asked.channel);
      if (!message) throw new Refusal("message_not_found");
      if (closed.has(message.ts)) throw new Refusal("edit_window_closed");
      message.former.push(JSON.stringify(message.blocks));
      Object.assign(message, readContent(asked));
      return { channel: message.channel, ts: message.ts };
    },
  };

  function findPerson(is: (person: SlackPerson) => boolean, otherwise: string) {
    const person = people.find(is);
    if (!person) throw new Refusal(otherwise);
    const { email, name, ...rest } = person;
    return { team_id: "T1", ...rest, name: name.toLowerCase(), real_name: name, profile: { display_name: name, email } };
  }

  function refuseChannel(id: string): void {
    if (people.some((person) => person.id === id.replace("D", "U"))) return;
    if (id !== SLACK_CHANNEL && id !== SLACK_OTHER_CHANNEL) throw new Refusal("channel_not_found");
    if (!joined.has(id)) throw new Refusal("not_in_channel");
    if (archived.has(id)) throw new Refusal("is_archived");
  }

  const server = await startFaultyServer({
    async handle(request) {
      const method = new URL(request.url).pathname.replace("/api/", "");
      const asked = Object.fromEntries(new URLSearchParams(await request.text())) as unknown as Asked;
      try {
        const wanted = method === "apps.connections.open" ? SLACK_APP_TOKEN : SLACK_TOKEN;
        if (request.headers.get("authorization") !== `Bearer ${wanted}`) throw new Refusal("invalid_auth");
        const run = methods[method];
        if (!run) throw new Refusal("unknown_method");
        return Response.json({ ok: true, ...run(asked) });
      } catch (error) {
        if (error instanceof Refusal) return Response.json({ ok: false, error: error.message });
        throw error;
      }
    },
    limited: () => Response.json({ ok: false, error: "ratelimited" }, { status: 429, headers: { "retry-after": "7200" } }),
  });
  const closeServer = server.close;
  return Object.assign(server, {
    async close() {
      for (const socket of socketServer.clients) socket.terminate();
      await new Promise((resolve) => socketServer.close(resolve));
      await closeServer();
    },
    ephemerals,
    closed,
    sockets: socketServer.clients,
    buttonsOf: (message: SlackMessage | undefined) => buttonElements(message).map(({ action_id: id = "" }) => id),
    signedPress(press: SlackPress, at = new Date()) {
      const body = new URLSearchParams({ payload: JSON.stringify(payloadOf(press)) }).toString();
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const signature = createHmac("sha256", SLACK_SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest("hex");
      const headers = { "x-slack-request-timestamp": timestamp, "x-slack-signature": `v0=${signature}` };
      return { headers: new Headers(headers), body };
    },
    async pressOverSocket(press: SlackPress, socket = [...socketServer.clients][0]) {
      if (!socket) throw new Error("nobody is connected in Socket Mode");
      const envelope = crypto.randomUUID();
      const acknowledged = new Promise<void>((resolve, reject) => {
        const endLimit = startTurnLimit(300, () => reject(new Error("the press was not acknowledged within 3 s")));
        socket.on("message", (data: Buffer) => {
          if ((JSON.parse(data.toString()) as { envelope_id: string }).envelope_id !== envelope) return;
          endLimit();
          resolve();
        });
      });
      socket.send(JSON.stringify({ type: "interactive", envelope_id: envelope, payload: payloadOf(press) }));
      await acknowledged;
    },
    apiUrl: `${server.url}/api/`,
    messages,
    joined,
    archived,
    people,
    readText: (message: SlackMessage | undefined) => sectionsOf(message).map(textOf).join("\n"),
    linksOf: (message: SlackMessage | undefined) => [
      ...flatten(sectionsOf(message)).flatMap(({ type, url }) => (type === "link" && url !== undefined ? [url] : [])),
      // Markup of the plain text: links, and mentions such as `<!channel>`.
      ...[...(message?.text ?? "").matchAll(/<([^>|]+)/g)].map(([, target = ""]) => target),
    ],
  });
}

interface Asked {
  channel: string;
  email?: string;
  user?: string;
  ts?: string;
  text?: string;
  blocks?: string;
  thread_ts?: string;
  reply_broadcast?: string;
}

class Refusal extends Error {}

function readContent({ text = "", blocks = "[]" }: Asked): Pick<SlackMessage, "text" | "blocks"> {
  const parsed = JSON.parse(blocks) as SlackBlock[];
  if (text === "" && parsed.length === 0) throw new Refusal("no_text");
  if (text.length > MAX_TEXT) throw new Refusal("msg_too_long");
  if (parsed.length > MAX_BLOCKS) throw new Refusal("invalid_blocks");
  let sum = 0;
  for (const block of parsed) {
    if (block.type === "actions") {
      const isFit = block.elements?.every(
        (one) => one.type === "button" && (one.value ?? "").length <= MAX_BUTTON_VALUE && typeof one.text === "object",
      );
      if (!isFit) throw new Refusal("invalid_blocks");
      continue;
    }
    if (block.type !== "rich_text" || !block.elements?.every(({ type }) => SECTIONS.has(type)))
      throw new Refusal("invalid_blocks");
    for (const element of flatten(block.elements)) {
      if (element.type === "text" && !element.text) throw new Refusal("invalid_blocks");
      if (element.type === "link" && !URL.canParse(element.url ?? "")) throw new Refusal("invalid_blocks");
      sum += wordsOf(element).length;
    }
  }
  if (sum > MAX_SUM) throw new Refusal("msg_blocks_too_long");
  return { text, blocks: parsed };
}

const sectionsOf = (message: SlackMessage | undefined): SlackElement[] =>
  (message?.blocks ?? []).flatMap(({ type, elements = [] }) =>
    type === "actions" ? [] : elements.flatMap((one) => (one.type === "rich_text_list" ? (one.elements ?? []) : [one])),
  );
const flatten = (elements: readonly SlackElement[]): SlackElement[] =>
  elements.flatMap((one) => [one, ...flatten(one.elements ?? [])]);
const textOf = ({ elements = [] }: SlackElement): string => elements.map(wordsOf).join("");
const wordsOf = ({ text = "" }: SlackElement): string => (typeof text === "string" ? text : text.text);
const buttonElements = (message: SlackMessage | undefined): SlackElement[] =>
  (message?.blocks ?? []).flatMap(({ type, elements = [] }) => (type === "actions" ? elements : []));

/** See https://docs.slack.dev/reference/interaction-payloads/block_actions-payload */
function payloadOf({ by, button, message, value, at }: SlackPress): object {
  const own = buttonElements(message).find(({ action_id: id }) => id === button)?.value;
  return {
    type: "block_actions",
    user: { id: by, team_id: "T1" },
    team: { id: "T1" },
    container: { type: "message", channel_id: at?.channel ?? message?.channel, message_ts: at?.ts ?? message?.ts },
    actions: [{ type: "button", action_id: button, value: value ?? own }],
  };
}
