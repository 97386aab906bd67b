import { chatRoutes } from "../../src/features/chat/chat-routes.ts";
import type { Chats } from "../../src/features/chat/chats.ts";
import type { ContentAdmin } from "../../src/features/content/content-admin.ts";
import { contentRoutes } from "../../src/features/content/content-routes.ts";
import type { NotificationAccounts } from "../../src/features/notifications/notification-accounts.ts";
import type { NotificationLog } from "../../src/features/notifications/notification-log.ts";
import type { NotificationDevices } from "../../src/features/notifications/notification-devices.ts";
import { notificationRoutes } from "../../src/features/notifications/notification-routes.ts";
import type { Presses } from "../../src/features/notifications/presses.ts";
import type { StudioAdmin } from "../../src/features/studio/studio-admin.ts";
import { studioRoutes } from "../../src/features/studio/studio-routes.ts";
import type { Feature } from "../../src/http/feature.ts";
import { GATE_ROUTES } from "../../src/http/routes.ts";
import { connectionRoutes } from "../../src/http/routes/connections.ts";
import { upstreamRoutes } from "../../src/http/routes/upstreams.ts";
import type { ConnectionAdmin } from "../../src/ports/connection-admin.ts";
import type { UpstreamAdmin } from "../../src/ports/upstream-admin.ts";

/** What the routes of all features call. */
export interface FeaturePorts {
  content: ContentAdmin;
  studio: StudioAdmin;
  chat: Chats;
  notifications: NotificationLog;
  accounts: NotificationAccounts;
  devices: NotificationDevices;
  presses: Pick<Presses, "receive">;
  upstreams: UpstreamAdmin;
  connections: ConnectionAdmin;
}

/** All features over these ports, in the order of the server. */
export const featuresOver = ({
  content,
  studio,
  chat,
  notifications,
  accounts,
  devices,
  presses,
  upstreams,
  connections,
}: FeaturePorts): Feature[] => [
  { name: "content", routes: contentRoutes(content) },
  { name: "studio", routes: studioRoutes(studio) },
  { name: "chat", routes: chatRoutes(chat) },
  {
    name: "notifications",
    routes: notificationRoutes({ log: notifications, accounts, devices, presses, readToken: readNoToken }),
  },
  { name: "upstreams", routes: upstreamRoutes(upstreams) },
  { name: "connections", routes: connectionRoutes(connections) },
];

const readNoToken = () => undefined;

const nothing = new Proxy({}, { get: () => () => Promise.reject(new Error("only the routes' data is of use here")) });

/** Every route of the server, as data. */
export const ROUTES = [
  ...GATE_ROUTES,
  ...featuresOver({
    content: nothing as ContentAdmin,
    studio: nothing as StudioAdmin,
    chat: nothing as Chats,
    notifications: nothing as NotificationLog,
    accounts: nothing as NotificationAccounts,
    devices: nothing as NotificationDevices,
    presses: nothing as Presses,
    upstreams: nothing as UpstreamAdmin,
    connections: nothing as ConnectionAdmin,
  }).flatMap(({ routes }) => routes),
];
