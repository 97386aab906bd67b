import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ChannelMessage, Notice } from "../../src/ports/channel.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import { ServiceFault } from "../../src/tools/connectors/service-fault.ts";
import type { Trouble } from "../connectors/fakes/trouble.ts";
import { openConnection } from "../connectors/support.ts";

/** A message as the service took it. */
export interface Arrived {
  headline: string;
  text: string;
  links: string[];
}

/** A service on a real socket that carries notifications, and what a connection to it needs. */
export interface ChannelWorld {
  settings: unknown;
  credentials: unknown;
  /** Well-formed credentials that the service refuses. */
  wrongCredentials: unknown;
  /** The receiver: a person, or null for a room. */
  to: ChannelMessage["to"];
  /** Literals that must not appear in any error or message. */
  secrets: readonly string[];
  arrived(): Arrived[] | Promise<Arrived[]>;
  forget(): void;
  /** Calls back when the trouble strikes. */
  strike(kind: Trouble, onStrike?: () => void): void;
  close(): Promise<void>;
  /** The service can be asked for nothing before a message is sent. */
  asksNothing?: boolean;
}

const URL_OF = "https://gate.example.test/actions/";

export const noticeOf = (more: Partial<Notice> = {}): Notice => ({
  kind: "asked",
  at: "2026-11-25T09:30:00.000Z",
  actionId: "a1",
  seq: 7,
  url: `${URL_OF}a1`,
  status: "pending",
  version: 1,
  words: "An action is waiting for a decision.",
  tool: { name: "pay", title: "Pay an invoice" },
  risk: "High risk",
  agent: "clerk",
  ...more,
});

export const messageTo = (to: ChannelMessage["to"], notices: readonly Notice[]): ChannelMessage => ({
  key: "0199-key",
  thread: undefined,
  workspace: { id: "ws_1", name: "Books" },
  to,
  notices,
  links: { inbox: "https://gate.example.test/", settings: "https://gate.example.test/notifications" },
});

/** Text that is markup to one service or another, hides something, or passes for a line of ours. */
const HOSTILE = [
  "<!channel> <@U1> <https://evil.test|Open it>",
  "[Open it](https://evil.test) **bold** `code`",
  '<b>bold</b> <a href="https://evil.test">Open it</a>',
  "pay\u202Egnp.exe\u0000\u2028",
  "Open it: https://evil.test/",
].join("\n");

/** Promises of every channel to people and rooms; tests of one channel add what is specific. */
export function channelContract<C, S>(name: string, connector: Connector<C, S>, openWorld: () => Promise<ChannelWorld>): void {
  describe(`the contract of channels: ${name}`, () => {
    let world: ChannelWorld;
    beforeAll(async () => {
      world = await openWorld();
    });
    afterAll(() => world.close());
    beforeEach(() => world.forget());

    const open = (credentials = world.credentials) => openConnection(connector, world.settings, credentials);
    const messageOf = (...notices: Notice[]): ChannelMessage => messageTo(world.to, notices);
    const send = (message: ChannelMessage, credentials = world.credentials, signal = AbortSignal.timeout(20_000)) =>
      connector.channel!.send(open(credentials), message, signal);
    const faultOf = async (sending: Promise<unknown>): Promise<ServiceFault> => {
      const error = await sending.then(
        () => new Error("it was sent"),
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ServiceFault);
      for (const secret of world.secrets) expect((error as Error).message).not.toContain(secret);
      return error as ServiceFault;
    };

    test("a message about one action says what happened, names tool, risk and agent, and links to the page", async () => {
      await send(messageOf(noticeOf()));
      const [{ headline, text, links } = { headline: "", text: "", links: [] }, ...more] = await world.arrived();
      expect(more).toEqual([]);
      expect(headline).toBe("Approval: Pay an invoice · Books");
      expect(text).toContain("An action is waiting for a decision.");
      expect(text).toContain("High risk, proposed by clerk");
      expect(links).toContain(`${URL_OF}a1`);
    });

    test("where only a link may leave, nothing else of the action does", async () => {
      const { tool: _, risk: __, agent: ___, ...linkOnly } = noticeOf();
      await send(messageOf(linkOnly));
      const [{ headline, text } = { headline: "", text: "" }] = await world.arrived();
      expect(headline).toBe("Approval: an action · Books");
      expect(text).not.toMatch(/pay|clerk|risk/i);
    });

    test("a message about many actions names twenty and counts the others", async () => {
      await send(messageOf(...Array.from({ length: 45 }, (_, n) => noticeOf({ actionId: `a${n}`, url: `${URL_OF}a${n}` }))));
      const [{ headline, text } = { headline: "", text: "" }] = await world.arrived();
      expect(headline).toBe(`45 actions are waiting for ${world.to ? "you" : "a decision"} · Books`);
      expect(text.match(/Pay an invoice \(High risk, proposed by clerk\)/g)).toHaveLength(20);
      expect(text).toContain("… and 25 more in the inbox.");
    });

    test("G37 what others wrote is text: it mentions nobody, links nowhere, and hides nothing", async () => {
      const [tool, agent] = [{ name: "pay", title: HOSTILE }, HOSTILE];
      await send(messageOf(noticeOf({ tool, agent, fields: [{ name: HOSTILE, value: HOSTILE }] })));
      const [{ headline, text, links } = { headline: "", text: "", links: [] }] = await world.arrived();
      expect(new Set(links.map((link) => new URL(link).hostname))).toEqual(new Set(["gate.example.test"]));
      for (const hidden of ["\u0000", "\u202E", "\u2028"]) expect(headline + text).not.toContain(hidden);
      expect(headline).not.toContain("\n");
      expect(text).toContain("[Open it](https://evil.test)");
    });

    test("a message with as many arguments as may be shown is accepted, in any alphabet", async () => {
      for (const character of ["x", '"', "€", "😀", "\n"]) {
        const fields = Array.from({ length: 50 }, (_, n) => ({ name: `argument_${n}`, value: character.repeat(2000) }));
        await send(messageOf(noticeOf({ fields })));
      }
      expect(await world.arrived()).toHaveLength(5);
    });

    test("an empty argument is shown as one, also one without a name", async () => {
      const [note, nameless] = [
        { name: "note", value: "" },
        { name: "", value: "nameless" },
      ];
      await send(messageOf(noticeOf({ fields: [note, nameless] })));
      const [{ text } = { text: "" }] = await world.arrived();
      expect([text.includes("note"), text.includes("nameless")]).toEqual([true, true]);
    });

    test("refused credentials are said so", async () => {
      expect((await faultOf(send(messageOf(noticeOf()), world.wrongCredentials))).kind).toBe("auth");
      expect(await world.arrived()).toEqual([]);
    });

    test("a service that takes no more, has a fault or cuts the line is tried again", async () => {
      world.strike("rate_limit");
      expect(await faultOf(send(messageOf(noticeOf())))).toMatchObject({ kind: "rate_limit", mayHaveHappened: false });
      world.strike("cut_before");
      expect(await faultOf(send(messageOf(noticeOf())))).toMatchObject({ kind: "network" });
      world.strike("error_after");
      expect(await faultOf(send(messageOf(noticeOf())))).toMatchObject({ mayHaveHappened: true });
    });

    test("a service that does not answer is left when the time is over", async () => {
      // The time limit ends when the service has received the message, not after a fixed time.
      const time = new AbortController();
      world.strike("hang_after", () => time.abort(new DOMException("The time is over.", "TimeoutError")));
      expect((await faultOf(send(messageOf(noticeOf()), undefined, time.signal))).kind).toBe("timeout");
    });

    test("its test says who is signed in, and what is wrong", async () => {
      const signal = AbortSignal.timeout(20_000);
      expect(await connector.test(open(), signal)).toMatchObject({ ok: true });
      if (world.asksNothing) return;
      expect((await faultOf(connector.test(open(world.wrongCredentials), signal))).kind).toBe("auth");
    });
  });
}
