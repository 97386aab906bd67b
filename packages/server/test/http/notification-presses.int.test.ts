import { expect, test } from "vitest";
import { startFakeApp } from "./fake-parts.ts";

const PATH = "/api/notification-presses/ws_1/con_1";
const form = { "content-type": "application/x-www-form-urlencoded", "x-slack-signature": "v0=1" };

test("what a service posts is passed on as it was sent, and answered at once with an empty body", async () => {
  const { app, calls } = await startFakeApp();
  const response = await app.request(PATH, { method: "POST", headers: form, body: "payload=%7B%7D" });
  expect([response.status, await response.text()]).toEqual([200, ""]);
  const [call = { args: [] }] = calls.filter(({ name }) => name === "presses.receive");
  const [at, posted] = call.args as [object, { headers: Headers; body: string }];
  expect(at).toEqual({ workspaceId: "ws_1", connectionId: "con_1" });
  expect([posted.body, posted.headers.get("x-slack-signature")]).toEqual(["payload=%7B%7D", "v0=1"]);
});

test("a body that is too large, or no text, reaches no channel", async () => {
  const { app, calls } = await startFakeApp();
  const send = async (body: string | Uint8Array): Promise<number> =>
    (await app.request(PATH, { method: "POST", headers: form, body: body as never })).status;
  expect(await send("x".repeat(262_145))).toBe(413);
  expect(await send(new Uint8Array([0xff, 0xfe]))).toBe(400);
  expect(calls.filter(({ name }) => name === "presses.receive")).toEqual([]);
});
