import type { GroupApproval } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("admin", {
  theTools: "Tools",
  theTool: "The tool",
  nothingSaved: "Nothing was saved",
  closeWithoutSaving: "Close without saving",
  leave: "You have unsaved changes. Leave this page?",
  /** A group's approval setting of a tool. */
  groupApproval: {
    required: "always requires approval",
    never: "runs automatically",
  } satisfies Record<GroupApproval, string>,
  asToolSays: "as set for the tool",
  /** A button with what it acts on, read aloud. */
  verbAndName: (verb: string, name: string) => `${verb} ${name}`,
  unmasked: {
    title: (secrets: number): string =>
      secrets === 1 ? "One secret is too short to be masked" : "Some secrets are too short to be masked",
    says: (secrets: number, names: ReactNode) => (
      <>
        {names} {secrets === 1 ? "has" : "have"} fewer than 6 characters. If the service includes{" "}
        {secrets === 1 ? "this secret" : "such a secret"} in a response, agents and people can read the secret. Use a longer
        secret.
      </>
    ),
  },
  notDone: "Nothing was changed",
  /** `what`: a noun at the beginning of a sentence, in the singular or the plural. */
  loaded: {
    failed: (what: string) => `${what} could not be loaded`,
    reading: (what: string) => `Loading: ${what}`,
  },
  lowered: {
    title: "Reduce protection?",
    verb: "Save anyway",
    fromThenOn: "After you save:",
  },
  revokeKey: {
    title: (key: ReactNode) => <>Revoke {key}?</>,
    verb: "Revoke key",
    says: "A revoked key cannot be restored.",
  },
  risk: {
    level: (level: number) => `Level ${level} of 5`,
    levels: (byItself: number, approved: number) =>
      `Inherent risk level ${byItself} of 5, reduced to ${approved} because a person approves every call`,
    short: (level: number) => `L${level}`,
  },
  /** `what`: a noun with its article. */
  shownOnce: {
    copyNow: (what: string) => `${what}: copy it now. You won't see it again.`,
    copy: (what: string) => `Copy ${what.toLowerCase()}`,
  },
  copyThis: "Copy",
  copied: "Copied",
  askAdministrator: {
    title: "Ask an administrator",
    says: "Tools, MCP servers, services, groups, keys and people can only be set up by administrators.",
    administrators: "Administrators of this workspace:",
    ownTokens: "Your personal tokens",
  },
});
