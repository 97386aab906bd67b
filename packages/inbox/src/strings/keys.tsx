import type { Key } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("keys", {
  title: "Keys",
  says: (link: (text: string) => ReactNode) => (
    <>
      A worker key lets a program register tools and run approved calls of them. A personal token lets your script act as you.
      For agent keys, see {link("Agents")}.
    </>
  ),
  createWorkerKey: "Create worker key…",
  createToken: "Create token…",
  allKeys: "The keys",
  tokens: {
    title: "Personal tokens",
    says: "A token lets a script act as you. Sign-ins of your command line are also listed here.",
    saysToAdmin:
      "A token lets a script act as a person. Sign-ins of the command line are also listed here. Administrators see all tokens.",
    all: "The tokens",
  },
  list: {
    showRevoked: (keys: number) => `Also show ${count(keys, "revoked key", "revoked keys")}`,
    noneInUse: "No active keys",
    noneInUseSays: "Create a key when a program needs one. Keys are shown once and can be revoked at any time.",
    revoke: "Revoke…",
    revokeOf: (key: string) => `Revoke ${key}`,
    revokingWorker:
      "The worker's next request is refused. It can no longer report current runs, which count as lost. Its tools stay, but nothing runs them.",
    revokingToken: "The next request of scripts that use this token is refused.",
    kind: "Kind",
    kinds: { agent: "Agent key", worker: "Worker key", user: "Personal token" } satisfies Record<Key["kind"], string>,
    beginsWith: "Begins with",
    byOAuth: "none: the agent signs in by OAuth",
    role: "Role",
    madeFor: "Created for",
    scopes: {
      read: "Read only",
      manage: "Everything except deciding",
      decide: "Decide without a terminal",
    } satisfies Record<NonNullable<Key["scope"]>, string>,
    made: "Created",
    lastUsed: "Last used",
    never: "never",
    ends: "Ends",
    revoked: "Revoked",
  },
  newKey: {
    kinds: {
      worker: {
        title: "Create a worker key",
        what: "The worker key",
        placeholder: "Billing worker",
        use: "Give it to the program that runs the tools, as the environment variable its documentation names. Anyone who has this key can register tools and run approved calls of them.",
      },
      user: {
        title: "Create a personal token",
        what: "The token",
        placeholder: "Nightly report",
        use: "Give it only to your script: anyone who has this token can act as you, within the token's role.",
      },
    },
    done: "Done",
    failed: "No key was created",
    create: "Create",
    name: "Name",
    nameSays: "Shown in lists and in the audit log",
    /** Stands above what each role can do, and is the subject of those sentences. */
    it: "This token",
    decides: "Allow decisions without a terminal",
    decidesSays:
      "Anyone who holds this token, including a script or an agent that can read it, can then approve and reject without asking a person. Other tokens can manage but never decide.",
  },
  commandLine: {
    pageTitle: "Sign in a command line · Countersign",
    title: "Sign in a command line",
    says: (
      <>
        Type the code that <code>countersign sign-in</code> shows in your terminal. If you did not start it yourself, do not
        confirm a code that somebody else gave you.
      </>
    ),
    code: "Code",
    codeSays: "Eight letters",
    codePlaceholder: "BCDF-GHJK",
    find: "Check code",
    signedIn: "The command line is signed in",
    signedInSays: "Go back to your terminal. You can revoke the token under Personal tokens.",
    refused: "Refused",
    refusedSays: "Nobody was signed in.",
    computer: "Computer",
    address: "Address",
    asked: "Asked",
    rights:
      "The command line can then read everything that you can read, for 12 hours. To approve, reject or change anything, it asks for your password each time.",
    failed: "Nothing was signed in",
    another: "Enter another code",
    confirm: "Sign in the command line",
    refuse: "Refuse",
  },
});
