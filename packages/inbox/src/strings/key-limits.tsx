import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("keyLimits", {
  expires: "Expires",
  expired: "Expired",
  expiresSoon: "Expires soon",
  allowedAddresses: "Allowed addresses",
  lastRefused: "Last refused",
  refusedFrom: (when: ReactNode, address: ReactNode) => (
    <>
      {when}, from {address}
    </>
  ),
  formerKey: "Old key",
  formerValidUntil: (prefix: ReactNode, when: ReactNode) => (
    <>
      {prefix} valid until {when}
    </>
  ),
  formerUsed: (when: ReactNode) => <>still used {when}</>,
  formerUnused: "not used since the rotation",
  limits: { button: "Key limits…", label: (owner: string) => `Limit the key of ${owner}` },
  rotate: { button: "Rotate key…", label: (owner: string) => `Rotate the key of ${owner}` },
  endFormer: { button: "End old key…", label: (owner: string) => `End the old key of ${owner}` },
  fields: {
    expires: "Expires",
    expiresSay: "Requests with the key are refused from then on. Empty: never",
    addresses: "Allowed addresses",
    addressesSay: "One address or network on each line, such as 10.0.0.0/8 or 2001:db8::/32. Empty: any",
  },
  change: {
    title: (owner: ReactNode) => <>Limits of the key of {owner}</>,
    more: "Relax the limits of this key?",
  },
  rotation: {
    title: (owner: ReactNode) => <>Rotate the key of {owner}</>,
    says: "The new key works at once. Give it to the program before the old key ends.",
    endsOlder: "The old key of the last rotation is still valid. It ends at once.",
    overlap: "Old key stays valid",
    overlaps: { "0": "Not at all: it ends at once", "3600": "1 hour", "86400": "1 day", "604800": "7 days" },
    lasts: "New key expires",
    lastsSays: "Empty: it lasts as long as the old key did",
    verb: "Rotate key",
    longer: "Let the new key last longer?",
    failed: "The key was not rotated",
    newKey: "The new key",
    newKeySays: "Anyone who has this key can act as this agent or worker. Put it in the place of the old key.",
    done: "Done",
  },
  ending: {
    title: (owner: ReactNode) => <>End the old key of {owner}?</>,
    verb: "End old key",
    says: "From now on, all requests with the old key are refused. The new key stays valid.",
    used: (when: ReactNode) => <>The old key was used {when}.</>,
  },
});
