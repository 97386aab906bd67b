import type { Key } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("keys", {
  title: "Keys",
  says: (link: (text: string) => ReactNode) => (
    <>
      A worker key lets a program register tools and run approved calls to them. A personal token lets your script act as you.
      For agent keys, see {link("Agents")}.
    </>
  ),
  createWorkerKey: "Create worker key…",
  createToken: "Create token…",
  allKeys: "Keys",
  tokens: {
    title: "Personal tokens",
    says: "A token lets a script act as you. Your command-line sign-ins are also listed here.",
    saysToAdmin:
      "A token lets a script act as a person. Command-line sign-ins are also listed here. Administrators see all tokens.",
    all: "Personal tokens",
  },
  list: {
    showRevoked: (keys: number) => `Also show ${count(keys, "revoked key", "revoked keys")}`,
    noneInUse: "No active keys",
    noneInUseSays: "Create a key when a program needs one. Keys are shown once and can be revoked at any time.",
    revoke: "Revoke…",
    revokeOf: (key: string) => `Revoke ${key}`,
    revokingWorker:
      "All further requests from the worker will be refused. The worker can no longer report on its current runs, so they count as lost. The worker's tools stay listed, but nothing runs them.",
    revokingToken: "Scripts that use this token will be denied access from their next request.",
    kind: "Kind",
    kinds: { agent: "Agent key", worker: "Worker key", user: "Personal token" } satisfies Record<Key["kind"], string>,
    beginsWith: "Begins with",
    byOAuth: "none (the agent signs in with OAuth)",
    role: "Role",
    madeFor: "Created for",
    scopes: {
      read: "Read only",
      manage: "Everything except decisions",
      decide: "Everything, including unattended decisions",
    } satisfies Record<NonNullable<Key["scope"]>, string>,
    made: "Created",
    lastUsed: "Last used",
    never: "never",
    revoked: "Revoked",
  },
  newKey: {
    kinds: {
      worker: {
        title: "Create a worker key",
        what: "The worker key",
        placeholder: "Billing worker",
        use: "In the program that runs the tools, set this key as the environment variable given in the program's documentation. Anyone who has this key can register tools and run approved calls to them.",
      },
      user: {
        title: "Create a personal token",
        what: "The token",
        placeholder: "Nightly report",
        use: "Give this token only to your script. Anyone who has the token can act as you, with the permissions of the token's role.",
      },
    },
    done: "Done",
    failed: "No key was created",
    create: "Create",
    name: "Name",
    nameSays: "Shown in lists and in the audit log",
    /** Stands above what each role can do, and is the subject of those sentences. */
    it: "This token",
    decides: "Allow unattended decisions",
    decidesSays:
      "Anyone or anything that has this token, including scripts and agents, can approve and reject actions without asking a person. Other tokens can manage settings but cannot approve or reject actions.",
  },
  commandLine: {
    pageTitle: "Command-line sign-in · Countersign",
    title: "Command-line sign-in",
    says: (
      <>
        Type the code that <code>countersign sign-in</code> shows in your terminal. Do not confirm a code that somebody else
        gave you.
      </>
    ),
    code: "Code",
    codeSays: "Eight letters",
    codePlaceholder: "BCDF-GHJK",
    find: "Check code",
    signedIn: "The command line is signed in",
    signedInSays: "Go back to your terminal. You can revoke the token under Personal tokens.",
    refused: "Sign-in refused",
    refusedSays: "The command line was not signed in.",
    computer: "Computer",
    address: "Address",
    asked: "Requested",
    rights:
      "The command line can then read everything that you can read, for 12 hours. To approve, reject or change anything, it asks for your password each time.",
    failed: "The command line was not signed in",
    another: "Enter another code",
    confirm: "Confirm sign-in",
    refuse: "Refuse sign-in",
  },
});
