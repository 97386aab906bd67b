import type { Mutant } from "./mutants.ts";

const DEVICES = "packages/server/src/features/notifications/notification-devices.ts";
const STORED = "packages/server/src/store/statements/push-devices.ts";
const CONNECTOR = "packages/server/src/tools/connectors/web-push/web-push-connector.ts";
const TEST = "packages/server/test/notifications/devices.pg.test.ts";

/** Guards of pushes to browsers. */
export const PUSH_MUTANTS: readonly Mutant[] = [
  {
    name: "push: only to services that the settings name",
    file: "packages/server/src/tools/connectors/web-push/settings.ts",
    find: `host.endsWith(one.slice(1)) : host === one`,
    replace: `host.endsWith(one.slice(1)) : host.startsWith(one)`,
    test: TEST,
    only: "G48 push services are compared as whole hosts",
  },
  {
    name: "push: only over https, or on this machine",
    file: "packages/server/src/tools/connectors/web-push/settings.ts",
    find: `if ((protocol !== "https:" && !isHere) || username !== "" || password !== "")`,
    replace: `if (protocol !== "https:" && !isHere)`,
    test: TEST,
    only: "G48 nothing is pushed to an address that is none",
  },
  {
    name: "push: what the browser names is judged before it is stored",
    file: DEVICES,
    find: `if (refused !== undefined)`,
    replace: `if (refused === "")`,
    test: TEST,
    only: "G48 nothing is pushed to an address that is none",
  },
  {
    name: "push: judged again when it is sent",
    file: "packages/server/src/tools/connectors/web-push/push.ts",
    find: `if (refused !== undefined) throw`,
    replace: `if (refused === "") throw`,
    test: TEST,
    only: "G48 a channel that may use fewer push services",
  },
  {
    name: "push: a person has ten devices",
    file: STORED,
    find: `and user_id = \${userId} for no key update\``,
    replace: `and user_id = \${userId}\``,
    test: TEST,
    only: "G48 a person has at most ten devices",
  },
  {
    name: "push: a device is tested by its owner",
    file: STORED,
    find: `.where("userId", "=", userId)
    .orderBy("createdAt")`,
    replace: `.orderBy("createdAt")`,
    test: TEST,
    only: "G48 a person has at most ten devices",
  },
  {
    name: "push: a device is removed by its owner",
    file: DEVICES,
    find: `dropDevice(transaction, { workspaceId: by.workspaceId, userId: by.id }, id)`,
    replace: `dropDevice(transaction, { workspaceId: by.workspaceId }, id)`,
    test: TEST,
    only: "G48 a person has at most ten devices",
  },
  {
    name: "push: a browser is one person's",
    file: STORED,
    find: `do update set user_id = excluded.user_id, name`,
    replace: `do update set name`,
    test: TEST,
    only: "G48 a browser that another person connects",
  },
  {
    name: "push: a device that is gone is forgotten",
    file: CONNECTOR,
    find: `if (fault.kind === "not_found") await onGone?.(device.id);`,
    replace: ``,
    test: TEST,
    only: "G48 a device that the push service does not know",
  },
  {
    name: "push: another key disconnects all devices",
    file: "packages/server/src/tools/connections/refuse-change.ts",
    find: `(connector.channel?.buttons !== undefined || connector.channel?.devices !== undefined)`,
    replace: `connector.channel?.buttons !== undefined`,
    test: TEST,
    only: "G48 another key of the channel",
  },
  {
    name: "push: a removed channel leaves no device",
    file: "packages/server/src/store/statements/connections.ts",
    find: `delete from push_device where workspace_id = \${workspaceId} and connection_id = \${id}`,
    replace: `select 1 where \${workspaceId}::text = \${id}::text`,
    test: TEST,
    only: "G48 a removed channel leaves no device",
  },
  {
    name: "push: words of a service are told without the device's address",
    file: "packages/server/src/tools/connectors/web-push/push.ts",
    find: `oneLine(said.replaceAll(/https?:\\/\\/\\S+/g, "…"))`,
    replace: `oneLine(said)`,
    test: TEST,
    only: "G48 no answer and no log contains",
  },
  {
    name: "push: who has connected no device is not told",
    file: "packages/server/src/features/notifications/recipients.ts",
    find: `return reaches === "devices" && devices?.length === 0 ? "device" : undefined;`,
    replace: `return undefined;`,
    test: TEST,
    only: "G36 who connected devices is told",
  },
  {
    name: "push: what still waits disturbs no device",
    file: CONNECTOR,
    find: `if (message.notices.some(isWaiting)) return;`,
    replace: ``,
    test: TEST,
    only: "G38 a change after which the action still waits",
  },
];
