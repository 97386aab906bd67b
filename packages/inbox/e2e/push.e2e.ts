import { expect, test, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import {
  startFakePushService,
  type FakeDevice,
  type FakePushService,
} from "../../server/test/connectors/fakes/push-service.ts";
import type { PushPayload } from "../../server/src/tools/connectors/web-push/render-push.ts";
import type { OwnNotifications } from "@countersign/protocol";
import { read } from "./support/content.ts";
import { collectComplaints, expectAccessibleAtAllSizes, resumeSession, signInFirstTime } from "./support/pages.ts";
import { propose } from "./support/propose.ts";
import { startTestServer, type TestServer } from "./support/server.ts";

test.describe.configure({ timeout: 400_000 });

let server: TestServer;
let service: FakePushService;

test.beforeAll(async ({ browser }) => {
  [server, service] = await Promise.all([startTestServer(), startFakePushService()]);
  const page = await browser.newPage();
  await signInFirstTime(page, server);
  await page.close();
});
test.afterAll(() => Promise.all([server.close(), service.close()]));

/** Chromium subscribes at Google's service, which is not reached here; everything else of the browser is real. */
async function subscribeAt(context: BrowserContext, fake: FakePushService): Promise<FakeDevice[]> {
  const devices: FakeDevice[] = [];
  await context.exposeFunction("subscribeAtFake", (publicKey: string) => {
    const device = fake.subscribe(publicKey);
    devices.push(device);
    return { endpoint: device.endpoint, keys: device.keys };
  });
  await context.addInitScript(() => {
    if (!("PushManager" in globalThis)) return;
    const stored = "fake-subscription";
    const toSubscription = (text: string | null) =>
      text === null
        ? null
        : {
            ...(JSON.parse(text) as { endpoint: string }),
            options: {},
            toJSON: () => JSON.parse(text) as object,
            unsubscribe: async () => {
              localStorage.removeItem(stored);
              return true;
            },
          };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => toSubscription(localStorage.getItem(stored)),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const { subscribeAtFake } = globalThis as unknown as { subscribeAtFake(key: string): Promise<object> };
        localStorage.setItem(stored, JSON.stringify(await subscribeAtFake(applicationServerKey)));
        return toSubscription(localStorage.getItem(stored));
      },
    });
  });
  return devices;
}

/** Hands what the service got to the browser's service worker, as the browser does when a push arrives. */
async function deliver(devtools: CDPSession, registrationId: string, payload: PushPayload): Promise<void> {
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: server.url,
    registrationId,
    data: JSON.stringify(payload),
  });
}

/** What the browser shows of this server, read by its service worker. */
const shown = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
  });

/** Taps on the only notification; returns the page that the worker would open. */
const tap = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(async () => {
    const worker = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
      NotificationEvent: new (type: string, init: object) => Event;
      dispatchEvent(event: Event): boolean;
    };
    const opened: string[] = [];
    // Only a tap by a person may open a page.
    Object.defineProperty(worker.clients, "openWindow", { value: async (url: string) => void opened.push(url) });
    const [notification] = await worker.registration.getNotifications();
    worker.dispatchEvent(new worker.NotificationEvent("notificationclick", { notification }));
    while (opened.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return opened[0];
  });

async function addChannel(page: Page): Promise<void> {
  await page.goto(`${server.url}/admin/notifications`);
  await page.getByRole("button", { name: "Add channel…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a channel" });
  await dialog.getByLabel("Channel type", { exact: true }).selectOption({ label: "Push to browsers and phones" });
  await dialog.getByLabel("Name", { exact: true }).fill("Push");
  await dialog.getByLabel("Mail address of an administrator", { exact: true }).fill("ops@example.test");
  await dialog.getByLabel("Push services", { exact: true }).fill(service.host);
  await dialog.getByLabel("Allow addresses on this machine").check();
  await expectAccessibleAtAllSizes(page, "adding a channel that pushes");
  await dialog.getByRole("button", { name: "Add and test" }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  await expect(dialog.getByText("Connected", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
}

test("a person is told on a device while no page is open, and the notification says how it ended", async ({
  page,
  context,
}) => {
  const complaints = collectComplaints(page);
  await context.grantPermissions(["notifications"], { origin: server.url });
  const devices = await subscribeAt(context, service);
  await resumeSession(page, server);
  await addChannel(page);

  await test.step("the person connects this browser, and tests it", async () => {
    await page.goto(`${server.url}/notifications`);
    await expect(page.getByText("Push does not notify you on this device.")).toBeVisible();
    await expectAccessibleAtAllSizes(page, "a device that is not connected");
    await page.getByRole("button", { name: "Notify me on this device" }).click();
    await expect(page.getByText("Push notifies you on this device.")).toBeVisible();
    await expect(page.getByText(/^Chrome on Linux \(this device\), connected/)).toBeVisible();
    await page.getByRole("button", { name: "Send test to Chrome on Linux" }).click();
    await expect(page.getByText("The push service accepted the test notification.")).toBeVisible();
    await expectAccessibleAtAllSizes(page, "a connected device");
  });

  const [device] = devices;
  // The service workers of an address are told to any page of the browser.
  const other = await context.newPage();
  const devtools = await context.newCDPSession(other);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(`${server.url}/push/`));
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  expect(complaints).toEqual([]);
  await page.close();

  const next = async (n: number): Promise<PushPayload> => {
    await expect.poll(() => device?.received.length).toBeGreaterThan(n);
    return device!.received[n]!.payload;
  };
  await deliver(devtools, registrationId, await next(0));
  await expect.poll(() => shown(context)).toMatchObject([{ title: "Countersign", body: "This is a test." }]);

  const id = await propose(server, "write_file", { path: "new.txt", content: "hello" });
  await test.step("with no page open, it is shown, once, and a tap opens the action", async () => {
    const asked = await next(1);
    await deliver(devtools, registrationId, asked);
    const isShown = async (): Promise<boolean> => (await shown(context)).some(({ tag }) => tag === id);
    await expect.poll(isShown).toBe(true);
    // A repeat takes its place.
    await deliver(devtools, registrationId, asked);
    const { title, body } = asked.notification;
    expect([title, body]).toEqual([
      expect.stringMatching(/^Approval: /),
      expect.stringContaining("is waiting for your decision"),
    ]);
    await expect
      .poll(async () => (await shown(context)).filter(({ tag }) => tag === id))
      .toEqual([{ title, body, tag: id, silent: true }]);
    await context.serviceWorkers()[0]!.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      for (const one of await registration.getNotifications({ tag: "test" })) one.close();
    });
    await expect.poll(async () => (await shown(context)).length).toBe(1);
    expect(await tap(context)).toBe(`${server.url}/actions/${id}`);
  });

  await test.step("what was decided elsewhere is said silently", async () => {
    await other.goto(`${server.url}/actions/${id}`);
    await other.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(() => device?.received.at(-1)?.payload.notification.body).toContain("and executed");
    await deliver(devtools, registrationId, device!.received.at(-1)!.payload);
    await expect.poll(async () => (await shown(context)).map(({ tag, silent }) => [tag, silent])).toEqual([[id, true]]);
    expect((await shown(context))[0]?.body).toContain("Approved by");
  });

  await test.step("a push that nobody can read is shown without words of others", async () => {
    // Delivered until it is shown; a repeat takes its place.
    await expect
      .poll(async () => {
        await devtools.send("ServiceWorker.deliverPushMessage", { origin: server.url, registrationId, data: "<b>no" });
        return (await shown(context)).map(({ body }) => body);
      })
      .toContain("Open the inbox to see what is new.");
  });

  await test.step("who removes the device has none", async () => {
    await other.goto(`${server.url}/notifications`);
    await other.getByRole("button", { name: "Remove Chrome on Linux" }).click();
    await expect(other.getByText("Push does not notify you on this device.")).toBeVisible();
    const left = async () =>
      (await read<OwnNotifications>(server, "/api/notification-preference")).channels.map((one) => one.devices);
    await expect.poll(left).toEqual([[]]);
  });
});

test("a browser that was not allowed to notify says so, and connects nothing", async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await resumeSession(page, server);
  const settings = { contact: "ops@example.test" };
  await server.fetch("/api/connections", { body: { connector: "web-push", name: "More push", settings } });
  await page.goto(`${server.url}/notifications`);
  await expect(page.getByText("This browser blocks notifications from this page.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Notify me on this device" })).toHaveCount(0);
});
