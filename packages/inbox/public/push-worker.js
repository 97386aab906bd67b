// Shows what the server pushes to this browser, also while no page is open. See docs/notifications.md, and `PushPayload` in
// packages/server/src/tools/connectors/web-push/render-push.ts for what arrives.

// A browser must show something for each push, even one that cannot be read.
const UNREADABLE = { title: "Countersign", body: "Open the inbox to see what is new.", navigate: "/", tag: "unreadable" };

// A new version need not wait until the browser is closed: it serves no pages.
addEventListener("install", () => skipWaiting());
// One after the other, so that a repeat sees what is shown.
let showing = Promise.resolve();
addEventListener("push", (event) => {
  showing = showing.then(() => show(read(event.data))).catch(() => undefined);
  event.waitUntil(showing);
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.navigate ?? "/"));
});

function read(data) {
  try {
    const { notification, id } = data.json();
    const { title, tag } = notification;
    return title && tag ? { ...notification, id } : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

async function show({ title, body, navigate, tag, silent = false, id }) {
  const shown = await registration.getNotifications({ tag });
  // The server repeats a push of which it does not know whether it arrived.
  const isRepeat = id !== undefined && shown.some(({ data }) => data?.id === id);
  const isQuiet = silent || isRepeat;
  await registration.showNotification(title, {
    body,
    tag,
    silent: isQuiet,
    renotify: !isQuiet,
    icon: "/icon-192.png",
    data: { id, navigate },
  });
}

/** Shows the page where it is open, or opens it; on this address, whatever the server is called elsewhere. */
async function openPage(address) {
  const { pathname, search } = new URL(address, location.origin);
  const { href: url } = Object.assign(new URL(location.origin), { pathname, search });
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find((one) => one.url === url);
  await (page ? page.focus() : clients.openWindow(url));
}
