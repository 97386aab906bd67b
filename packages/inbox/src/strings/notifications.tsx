import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

function delay(minutes: number): string {
  if (minutes === 0) return "At once";
  return minutes % 60 === 0 ? `After ${count(minutes / 60, "hour", "hours")}` : `After ${count(minutes, "minute", "minutes")}`;
}

export const strings = catalogue("notifications", {
  channels: {
    title: "Notification channels",
    says: "Channels notify people of actions that need their decision, and programs of events. Each message links to the action's page; opening the link decides nothing.",
    add: "Add channel…",
    all: "The channels",
    noneYet: "No channels yet",
    noneYetSays: "Nobody is notified outside of these pages. Add e-mail to notify people, or a webhook to notify a program.",
  },
  deliveries: {
    title: "Deliveries",
    shown: "Filter deliveries",
    all: "All",
    failed: (reason: string) => `The deliveries could not be loaded: ${reason}`,
    reading: "Loading deliveries",
    noneYet: "Nothing was sent yet.",
    noneInState: "No deliveries in this state.",
    earlier: "Show earlier deliveries",
    table: "Table of deliveries",
    columns: { when: "When", channel: "Channel", to: "To", what: "Message", state: "State", about: "About" },
    channelAddress: "its address",
    toBeSent: (when: ReactNode) => <>to be sent {when}</>,
    afterAttempts: (attempts: number) => `after ${count(attempts, "attempt", "attempts")}`,
    sendAgain: "Send again",
    action: "Action",
  },
  own: {
    title: "Your notifications",
    says: "How you are notified of actions that need your decision. An administrator adds the channels; you choose which of them notify you, and when.",
    settings: "Your notification settings",
  },
  account: {
    unknown: (channel: ReactNode) => <>{channel} does not know you yet.</>,
    writesTo: (channel: ReactNode, account: ReactNode) => (
      <>
        {channel} writes to {account}.
      </>
    ),
    connect: "Connect your account",
    connectAnother: "Connect another account",
    disconnect: "Disconnect account",
    notDisconnected: "Not disconnected",
    yourAccount: (channel: ReactNode) => <>Your account at {channel}</>,
    yourAccountSays: "E-mail address or id. You get a code as a direct message.",
    code: "Code",
    codeSentTo: (account: ReactNode) => <>Sent to {account}. It is valid for ten minutes.</>,
    notConnected: "Nothing was connected",
    sendCode: "Send the code",
    confirm: "Connect",
  },
  devices: {
    asking: (channel: ReactNode) => <>{channel} …</>,
    tellsHere: (channel: ReactNode) => <>{channel} notifies you on this device.</>,
    silentHere: (channel: ReactNode) => <>{channel} does not notify you on this device.</>,
    tellHere: "Notify me on this device",
    tellHereBy: (channel: string) => `Notify me on this device, by ${channel}`,
    channelProblem: "This channel has a problem. Administrators see it under Settings, Notification channels.",
    notConnected: "This device was not connected",
    unknown: "This browser did not say whether it is connected",
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
    test: "Send a test",
    testOf: (device: string) => `Send a test to ${device}`,
    removeOf: (device: string) => `Remove ${device}`,
    testAccepted: "The push service accepted the test.",
    notRemoved: "Not removed",
    notTested: "No test was sent",
  },
  push: {
    onlySecure: "Browsers allow notifications only on pages that are served over https.",
    onlyFromHomeScreen: "On an iPhone or iPad, add this page to the Home Screen by the share menu, and open it there.",
    unsupported: "This browser does not support push notifications.",
    blocked:
      "This browser blocks notifications of this page. Allow them in its settings for this address, and reload the page.",
    notAllowed: "The browser was not allowed to show notifications of this page.",
    failed: (reason: string) => `This browser could not subscribe: ${reason}`,
  },
  preference: {
    noChannel: "No channel notifies people yet. Administrators add channels under Settings, Notification channels.",
    legend: "When an action waits for you",
    says: "These channels notify you, unless somebody decides first.",
    mailGoesTo: (address: ReactNode) => <>Mail goes to {address}.</>,
    dailyAt: "Daily summary at",
    dailyAtSays:
      "The summary lists everything that waits for you. Assignments, escalations and failures are still sent at once.",
    quietHours: "Quiet hours",
    quietHoursSay: "Messages are sent when quiet hours end",
    from: "From",
    until: "Until",
    timeZone: "Time zone",
    failed: "Nothing was saved",
    saved: "Saved.",
    delay,
    asChannel: (minutes: number) => `Default of the channel (${delay(minutes).toLowerCase()})`,
    daily: "Once a day, as a summary",
    never: "Never",
  },
});
