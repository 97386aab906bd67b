import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

function delay(minutes: number): string {
  if (minutes === 0) return "Immediately";
  return minutes % 60 === 0 ? `After ${count(minutes / 60, "hour", "hours")}` : `After ${count(minutes, "minute", "minutes")}`;
}

export const strings = catalogue("notifications", {
  channels: {
    title: "Notification channels",
    says: "Channels notify people about actions that need their decision, and programs about events. Each message links to the action's page; opening the link does not approve or reject anything.",
    add: "Add channel…",
    all: "Notification channels",
    noneYet: "No channels yet",
    noneYetSays: "Nobody is notified outside the inbox. Add e-mail to notify people, or a webhook to notify a program.",
  },
  deliveries: {
    title: "Deliveries",
    shown: "Filter deliveries",
    all: "All",
    failed: (reason: string) => `The deliveries could not be loaded: ${reason}`,
    reading: "Loading deliveries",
    noneYet: "Nothing has been sent yet.",
    noneInState: "No deliveries in this state.",
    earlier: "Show earlier deliveries",
    table: "Table of deliveries",
    columns: { when: "When", channel: "Channel", to: "To", what: "Message", state: "State", about: "About" },
    channelAddress: "the channel's address",
    toBeSent: (when: ReactNode) => <>will be sent {when}</>,
    afterAttempts: (attempts: number) => `after ${count(attempts, "attempt", "attempts")}`,
    sendAgain: "Send again",
    action: "Action",
  },
  own: {
    title: "Your notifications",
    says: "How you are notified about actions that need your decision. An administrator adds the channels; you choose which of them notify you, and when.",
    settings: "Your notification settings",
  },
  account: {
    unknown: (channel: ReactNode) => <>You have not connected your {channel} account yet.</>,
    writesTo: (channel: ReactNode, account: ReactNode) => (
      <>
        {channel} messages are sent to {account}.
      </>
    ),
    connect: "Connect your account",
    connectAnother: "Connect another account",
    disconnect: "Disconnect account",
    notDisconnected: "The account was not disconnected",
    yourAccount: (channel: ReactNode) => <>Your {channel} account</>,
    yourAccountSays: "E-mail address or user ID. You will get a code as a direct message.",
    code: "Code",
    codeSentTo: (account: ReactNode) => <>Sent to {account}. The code is valid for ten minutes.</>,
    notConnected: "The account was not connected",
    sendCode: "Send code",
    confirm: "Connect account",
  },
  devices: {
    asking: (channel: ReactNode) => <>Checking {channel}…</>,
    tellsHere: (channel: ReactNode) => <>{channel} notifies you on this device.</>,
    silentHere: (channel: ReactNode) => <>{channel} does not notify you on this device.</>,
    tellHere: "Notify me on this device",
    tellHereBy: (channel: string) => `Notify me on this device via ${channel}`,
    channelProblem: "This channel has a problem. Administrators can see details under Settings, Notification channels.",
    notConnected: "This device was not connected",
    unknown: "Could not check whether this browser is connected",
    connected: (device: ReactNode, when: ReactNode) => (
      <>
        {device}, connected {when}
      </>
    ),
    connectedHere: (device: ReactNode, when: ReactNode) => (
      <>
        {device} (this device), connected {when}
      </>
    ),
    test: "Send test",
    testOf: (device: string) => `Send test to ${device}`,
    removeOf: (device: string) => `Remove ${device}`,
    testAccepted: "The push service accepted the test notification.",
    notRemoved: "The device was not removed",
    notTested: "The test was not sent",
  },
  push: {
    onlySecure: "Browsers allow notifications only on pages served over HTTPS.",
    onlyFromHomeScreen:
      "On an iPhone or iPad, add this page to the Home Screen from the share menu, then open the page from the Home Screen.",
    unsupported: "This browser does not support push notifications.",
    blocked:
      "This browser blocks notifications from this page. Allow them in the browser's site settings, then reload the page.",
    notAllowed: "The browser does not have permission to show notifications from this page.",
    failed: (reason: string) => `This browser could not subscribe to notifications: ${reason}`,
  },
  preference: {
    noChannel:
      "There are no notification channels for people yet. Administrators can add them under Settings, Notification channels.",
    legend: "When an action needs your decision",
    says: "These channels notify you, unless somebody decides first.",
    mailGoesTo: (address: ReactNode) => <>E-mails are sent to {address}.</>,
    dailyAt: "Daily summary at",
    dailyAtSays:
      "The summary lists everything that is waiting for you. Assignments, escalations and failures are still sent immediately.",
    quietHours: "Quiet hours",
    quietHoursSay: "Messages are sent when quiet hours end",
    from: "From",
    until: "Until",
    timeZone: "Time zone",
    failed: "Nothing was saved",
    saved: "Saved.",
    delay,
    asChannel: (minutes: number) => `Channel default (${delay(minutes).toLowerCase()})`,
    daily: "Once a day, as a summary",
    never: "Never",
  },
});
