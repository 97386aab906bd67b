import { createECDH } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import { allowsService } from "../../src/tools/connectors/web-push/settings.ts";
import { decrypt, type FakeDevice } from "../connectors/fakes/push-service.ts";
import { codeOf, need, propose, untilStatus } from "../support/gate.ts";
import { until } from "../support/until.ts";
import { openNotificationWorld, PUBLIC_URL, type NotificationWorld } from "./support.ts";

let world: NotificationWorld;
let channel: string;
beforeEach(async () => {
  world = await openNotificationWorld("pg");
  channel = await world.addWebPush();
});
afterEach(() => world.close());

const people = () => world.gate.people;
const ownOf = async (by: Principal) => need(await world.log.ownPreference(by)).channels.find(({ id }) => id === channel)!;
const subscribe = async (by: Principal): Promise<FakeDevice> =>
  world.pushService.subscribe((await ownOf(by)).publicKey ?? "none");
const connect = async (by: Principal, { endpoint, keys }: Pick<FakeDevice, "endpoint" | "keys">, publicKey?: string) =>
  world.devices.connect(by, {
    channelId: channel,
    publicKey: publicKey ?? (await ownOf(by)).publicKey ?? "none",
    name: "Chrome on Linux",
    endpoint,
    keys,
  });
async function connected(by: Principal): Promise<FakeDevice> {
  const device = await subscribe(by);
  need(await connect(by, device));
  return device;
}
const shownOn = ({ received }: FakeDevice) => received.map(({ payload: { notification } }) => notification);
const { signal } = new AbortController();

test("our decryption reads the message of RFC 8291, appendix A", () => {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url");
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  const keys = { p256dh: pair.getPublicKey("base64url"), auth: "BTBZMqHH6r4Tts7J_aSIgg" };
  const device = { endpoint: "", keys, received: [], expire: () => undefined };
  expect(decrypt(Buffer.from(body, "base64url"), { pair, device })?.toString()).toBe(
    "When I grow up, I want to be a watermelon",
  );
});

test("G36 who connected devices is told on each of them, and nobody else", async () => {
  const [phone, laptop] = [await connected(people().approver), await connected(people().approver)];
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => phone.received.length === 1 && laptop.received.length === 1);
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([{ recipient: people().approver.id, state: "sent" }]);
  expect(shownOn(phone)).toEqual([
    {
      title: expect.stringMatching(/^Approval: pay · /) as string,
      body: expect.stringContaining("An action is waiting for your decision.") as string,
      navigate: `${PUBLIC_URL}/actions/${id}`,
      tag: id,
      silent: false,
    },
  ]);
  expect(phone.received[0]).toMatchObject({ urgency: "high", ttl: 86_400, topic: laptop.received[0]?.topic });
});

test("a comment that mentions somebody stands beside the question on their device, and is left when it is decided", async () => {
  const phone = await connected(people().approver);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => phone.received.length === 1);
  need(await world.gate.engine.comments.add(people().other, id, { text: "Look", mentions: [people().approver.id] }));
  await until(() => phone.received.length === 2);
  need(await world.gate.engine.decisions.reject(people().other, id, { channel: "api" }));
  await until(() => phone.received.length === 3);
  const [asked, comment, ended] = shownOn(phone);
  expect(comment?.title).toMatch(/^Comment: pay · /);
  expect(comment?.tag).not.toBe(id);
  expect([asked?.tag, ended?.tag]).toEqual([id, id]);
});

test("G38 after the decision every device says so, silently, in place of the question", async () => {
  const [mine, theirs] = [await connected(people().approver), await connected(people().other)];
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => mine.received.length === 1 && theirs.received.length === 1);
  need(await world.gate.engine.decisions.approve(people().approver, id, { channel: "api" }));
  await untilStatus(world.gate, id, "executed");
  for (const device of [mine, theirs]) {
    await until(() => shownOn(device).some(({ body }) => body.includes("Approved by approver, and executed.")));
    const [asked, ...after] = device.received;
    expect(after.every(({ payload }) => payload.notification.silent && payload.notification.tag === id)).toBe(true);
    expect(after.every(({ topic }) => topic === asked?.topic)).toBe(true);
  }
});

test("G38 a change after which the action still waits disturbs no device", async () => {
  const device = await connected(people().other);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => device.received.length === 1);
  need(await world.gate.engine.assignments.assign(people().approver, id, { personId: people().approver.id, seen: null }));
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([{ kind: "asked" }, { kind: "updated", state: "sent" }]);
  expect(device.received).toHaveLength(1);
});

test("G48 a device that the push service does not know any more is forgotten, and the others are told", async () => {
  const [gone, kept] = [await connected(people().approver), await connected(people().approver)];
  gone.expire();
  await propose(world.gate, "pay", { amount: 7 });
  await until(() => kept.received.length === 1);
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([{ state: "sent" }]);
  expect((await ownOf(people().approver)).devices).toHaveLength(1);
  const { rows } = await sql<{ data: string }>`
    select data from audit_event where kind = 'member.notifications_changed' order by seq desc limit 1`.execute(
    world.gate.database.kysely,
  );
  expect(rows[0]?.data).toContain("deviceGone");
});

test("without any device left, the message is not delivered, and says why", async () => {
  (await connected(people().approver)).expire();
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).some(({ state }) => state === "dead"));
  expect((await world.states())[0]?.reason).toContain("The person has no connected device.");
  // No device is connected any more, so nobody is asked about the next action.
  await propose(world.gate, "pay", { amount: 8 });
  await world.untilQuiet();
  expect(await world.states()).toHaveLength(1);
});

test("a device whose service has a fault keeps the others neither from being told nor from being changed", async () => {
  const [first, second] = [await connected(people().approver), await connected(people().approver)];
  world.pushService.strike("error_before", (request) => request.url === second.endpoint);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => first.received.length === 1);
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([{ state: "sent", attempts: 1 }]);
  need(await world.gate.engine.decisions.reject(people().other, id, { channel: "api" }));
  // The first had the question before; the two are told at the same time, in any order.
  await until(() => first.received.length === 2 && second.received.length === 1);
  for (const device of [first, second]) expect(shownOn(device).at(-1)?.body).toContain("Rejected by other");
});

test("a push that no device took is repeated with the same id", async () => {
  const device = await connected(people().approver);
  world.pushService.strike("error_after");
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).some(({ attempts, state }) => state === "planned" && attempts === 1));
  await world.dueNow();
  await until(() => device.received.length === 2);
  const [once, again] = device.received.map(({ payload }) => payload.id);
  expect(again).toBe(once);
});

test("a service that takes no more at the moment is tried again when it says, also as Microsoft's says it", async () => {
  const device = await connected(people().approver);
  world.pushService.answerOnce(new Response(null, { status: 406, headers: { "retry-after": "30" } }));
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).some(({ attempts, state }) => state === "planned" && attempts === 1));
  await world.dueNow();
  await until(() => device.received.length === 1);
});

test("G38 a message about several actions is changed when one of them is decided, once for each change", async () => {
  await connected(people().approver).then((device) => device.expire());
  const device = await connected(people().other);
  const settings = { contact: "ops@example.test", services: [world.pushService.host], delayMinutes: 60 };
  need(await world.running.admin.change(people().admin, channel, { settings }));
  const ids = [await propose(world.gate, "pay", { amount: 1 }), await propose(world.gate, "pay", { amount: 2 })];
  await until(async () => (await world.states()).filter(({ recipient }) => recipient === people().other.id).length === 2);
  await world.dueNow();
  await until(() => device.received.length === 1);
  expect(shownOn(device)[0]?.title).toContain("2 actions are waiting for you");
  need(await world.gate.engine.decisions.reject(people().approver, ids[0]!, { channel: "api" }));
  await until(() => device.received.length === 2);
  expect(shownOn(device)[1]).toMatchObject({ silent: true, tag: shownOn(device)[0]?.tag });
  expect(shownOn(device)[1]?.title).toContain("1 action is waiting for you");
});

test("G38 after a reminder the end is pushed once", async () => {
  const device = await connected(people().other);
  const id = await propose(world.gate, "pay", { amount: 7 });
  await until(() => device.received.length === 1);
  need(await world.gate.engine.assignments.assign(people().other, id, { personId: people().other.id, seen: null }));
  await world.untilQuiet();
  const { rows } = await sql<{ id: string }>`
    insert into notification (workspace_id, id, connection_id, channel, event_seq, event_hash, kind, action_id, recipient, state,
      due_at, message_id, external_ref)
    select workspace_id, id || '-again', connection_id, channel, event_seq, event_hash, 'reminded', action_id, recipient, 'sent',
      due_at, message_id || '-again', external_ref from notification where kind = 'asked' returning id`.execute(
    world.gate.database.kysely,
  );
  expect(rows).toHaveLength(1);
  need(await world.gate.engine.decisions.reject(people().approver, id, { channel: "api" }));
  await world.untilQuiet();
  expect(shownOn(device).filter(({ silent }) => silent)).toHaveLength(1);
});

test("G48 a browser that another person connects is theirs from then on", async () => {
  const { approver, other } = people();
  const device = await subscribe(approver);
  need(await connect(approver, device));
  need(await connect(other, device));
  expect((await ownOf(approver)).devices).toEqual([]);
  expect((await ownOf(other)).devices).toMatchObject([{ name: "Chrome on Linux" }]);
  await propose(world.gate, "pay", { amount: 7 });
  await until(() => device.received.length === 1);
  await world.untilQuiet();
  expect(await world.states()).toMatchObject([{ recipient: other.id, state: "sent" }]);
});

test("G48 nothing is pushed to an address that is none of a push service", async () => {
  const { keys } = await subscribe(people().approver);
  const addresses = [
    "https://evil.test/push",
    `http://169.254.169.254/push`,
    `${world.pushService.url.replace("http://", "http://user@")}/push`,
    `https://${world.pushService.host}.evil.test/push`,
    "no address",
  ];
  for (const endpoint of addresses) {
    const refused = await connect(people().approver, { endpoint, keys });
    expect([endpoint, refused]).toMatchObject([endpoint, { ok: false, refusal: { errors: [{ path: "/endpoint" }] } }]);
  }
  const point = { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: keys.auth };
  const { endpoint } = await subscribe(people().approver);
  expect(codeOf(await connect(people().approver, { endpoint, keys: point }))).toBe("INVALID_INPUT");
  expect((await ownOf(people().approver)).devices).toEqual([]);
});

test("G48 push services are compared as whole hosts", () => {
  const services = ["push.example.test", "*.wild.test"];
  const isAllowed = (endpoint: string): boolean => allowsService({ services }, endpoint) === undefined;
  for (const one of ["https://push.example.test/1", "https://a.wild.test/1", "https://a.b.wild.test/1"])
    expect([one, isAllowed(one)]).toEqual([one, true]);
  for (const one of [
    "https://push.example.test.evil.test/1",
    "https://push.example.test:8443/1",
    "https://notpush.example.test/1",
    "https://wild.test/1",
    "https://notwild.test/1",
    "https://a.wild.test.evil.test/1",
    "https://push.example.test@evil.test/1",
    "http://push.example.test/1",
  ])
    expect([one, isAllowed(one)]).toEqual([one, false]);
});

test("G48 a channel that may use fewer push services does not reach devices of the others", async () => {
  const device = await connected(people().approver);
  const settings = { contact: "ops@example.test", services: ["push.example.test"] };
  need(await world.running.admin.change(people().admin, channel, { settings }));
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).some(({ state }) => state === "dead"));
  expect((await world.states())[0]?.reason).toContain("The channel cannot use the browser's push service");
  expect(device.received).toEqual([]);
});

test("G48 a person has at most ten devices, and tests and removes only their own", async () => {
  const { approver, other } = people();
  const devices = await Promise.all(Array.from({ length: 12 }, () => subscribe(approver)));
  const results = await Promise.all(devices.map((device) => connect(approver, device)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(10);
  const [mine] = (await ownOf(approver)).devices;
  expect(codeOf(await world.devices.test(other, mine!.id, signal))).toBe("NOT_FOUND");
  expect(codeOf(await world.devices.disconnect(other, mine!.id))).toBe("NOT_FOUND");
  need(await world.devices.test(approver, mine!.id, signal));
  expect(devices.flatMap(shownOn)).toMatchObject([{ title: "Countersign", navigate: `${PUBLIC_URL}/notifications` }]);
  need(await world.devices.disconnect(approver, mine!.id));
  expect((await ownOf(approver)).devices).toHaveLength(9);
  expect(codeOf(await world.devices.test(approver, mine!.id, signal))).toBe("NOT_FOUND");
});

test("G48 another key of the channel asks for a confirmation, and disconnects all devices", async () => {
  await connected(people().approver);
  const before = (await ownOf(people().approver)).publicKey;
  const changed = await world.running.admin.change(people().admin, channel, { credentials: {} });
  expect(changed).toMatchObject({ ok: false, refusal: { errors: [{ path: "/credentials" }] } });
  need(await world.running.admin.change(people().admin, channel, { credentials: {}, confirm: true }));
  const after = await ownOf(people().approver);
  expect(after.devices).toEqual([]);
  expect(after.publicKey).not.toBe(before);
  const late = world.pushService.subscribe(before ?? "none");
  expect(codeOf(await connect(people().approver, late, before ?? "none"))).toBe("INVALID_STATE");
});

test("G48 a device that is connected while the channel is removed or gets another key is not kept", async () => {
  const count = async (): Promise<number> =>
    (await world.gate.database.kysely.selectFrom("pushDevice").select("id").execute()).length;
  const { approver, admin } = people();
  for (const change of [
    () => world.running.admin.change(admin, channel, { credentials: {}, confirm: true }),
    () => world.running.admin.remove(admin, channel),
  ]) {
    const publicKey = (await ownOf(approver)).publicKey ?? "none";
    const device = world.pushService.subscribe(publicKey);
    // The channel has been read, and changes before the device is stored.
    world.onDevicesOpened = async () => {
      world.onDevicesOpened = async () => undefined;
      need(await change());
    };
    expect(codeOf(await connect(approver, device, publicKey))).toBe("INVALID_STATE");
    expect(await count()).toBe(0);
  }
});

test("a device that is gone is forgotten when its owner tests it, and said so", async () => {
  const { approver } = people();
  (await connected(approver)).expire();
  const [device] = (await ownOf(approver)).devices;
  const tested = await world.devices.test(approver, device!.id, signal);
  expect(tested).toMatchObject({ refusal: { detail: expect.stringContaining("Connect it again.") as string } });
  expect((await ownOf(approver)).devices).toEqual([]);
});

test("G48 a removed channel leaves no device, and a removed member neither", async () => {
  const count = async (): Promise<number> =>
    (await world.gate.database.kysely.selectFrom("pushDevice").select("id").execute()).length;
  await connected(people().approver);
  await connected(people().other);
  await sql`delete from member where user_id = ${people().other.id}`.execute(world.gate.database.kysely);
  expect(await count()).toBe(1);
  need(await world.running.admin.remove(people().admin, channel));
  expect(await count()).toBe(0);
});

test("G48 no answer and no log contains a device's address or keys", async () => {
  const device = await connected(people().approver);
  const another = Buffer.alloc(16).toString("base64url");
  await sql`update push_device set auth = ${another}`.execute(world.gate.database.kysely);
  await propose(world.gate, "pay", { amount: 7 });
  await until(async () => (await world.states()).some(({ reason }) => reason?.includes("HTTP 400") === true));
  const { rows } = await sql`select data from audit_event`.execute(world.gate.database.kysely);
  const shown = need(await world.running.admin.list(people().admin));
  const told = JSON.stringify([rows, world.logged, await world.states(), await ownOf(people().approver), shown]);
  for (const secret of [device.endpoint, device.keys.auth, device.keys.p256dh]) expect(told).not.toContain(secret);
});
