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
    says: "Channels tell people what waits for their decision, and programs what happened. A message links to the action's page; opening the link decides nothing.",
    add: "Add a channel…",
    all: "The channels",
    noneYet: "No channel yet",
    noneYetSays:
      "Nobody is told outside of these pages. Add e-mail to tell people what waits for them, or a webhook to tell a program what happened.",
  },
  deliveries: {
    title: "Deliveries",
    shown: "Deliveries shown",
    all: "All",
    failed: (reason: string) => `The deliveries could not be read: ${reason}`,
    reading: "Reading the deliveries",
    noneYet: "Nothing was sent yet.",
    noneInState: "There are no deliveries in this state.",
    earlier: "Show earlier deliveries",
    table: "Table of deliveries",
    columns: { when: "When", channel: "Channel", to: "To", what: "What", state: "State", about: "About" },
    channelAddress: "its address",
    toBeSent: (when: ReactNode) => <>to be sent {when}</>,
    afterAttempts: (attempts: number) => `after ${count(attempts, "attempt", "attempts")}`,
    sendAgain: "Send again",
    action: "Action",
  },
  own: {
    title: "Your notifications",
    says: "How you are told about actions that wait for your decision. An administrator adds the channels; you choose which of them tell you, and when.",
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
    disconnect: "Disconnect it",
    notDisconnected: "Not disconnected",
    yourAccount: (channel: ReactNode) => <>Your account at {channel}</>,
    yourAccountSays: "Its mail address or id. A code is sent to it as a direct message.",
    code: "Code",
    codeSentTo: (account: ReactNode) => <>Sent to {account}. It is valid for ten minutes.</>,
    notConnected: "Nothing was connected",
    sendCode: "Send the code",
    confirm: "Connect",
  },
  devices: {
    asking: (channel: ReactNode) => <>{channel} …</>,
    tellsHere: (channel: ReactNode) => <>{channel} tells you on this device.</>,
    silentHere: (channel: ReactNode) => <>{channel} does not tell you on this device.</>,
    tellHere: "Tell me on this device",
    tellHereBy: (channel: string) => `Tell me on this device, by ${channel}`,
    channelProblem: "This channel has a problem at the moment. An administrator sees it under Settings, Notification channels.",
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
    testAccepted: "The push service accepted it.",
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
    failed: (reason: string) => `This browser could not subscribe. It says: ${reason}`,
    /** Such as `Chrome on Android`. */
    deviceName: (browser: string | undefined, system: string | undefined) =>
      `${browser ?? "A browser"} on ${system ?? "some device"}`,
  },
  preference: {
    noChannel: "No channel notifies people yet. An administrator adds one under Settings, Notification channels.",
    legend: "When an action waits for you",
    says: "You are told by these channels, unless somebody decides first.",
    mailGoesTo: (address: ReactNode) => <>Mail goes to {address}.</>,
    dailyAt: "Daily summary at",
    dailyAtSays: "It lists everything that waits for you. What is assigned to you, escalated or failed still comes at once.",
    quietHours: "Quiet hours",
    quietHoursSay: "What comes in between is sent when they end",
    from: "From",
    until: "Until",
    timeZone: "Time zone",
    failed: "Nothing was saved",
    saved: "Saved.",
    delay,
    asChannel: (minutes: number) => `As the channel is set (${delay(minutes).toLowerCase()})`,
    daily: "Once a day, as a summary",
    never: "Never",
  },
});
