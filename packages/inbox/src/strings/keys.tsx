import type { Key } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("keys", {
  title: "Keys",
  says: (link: (text: string) => ReactNode) => (
    <>
      A worker registers tools and runs what people approved of them. A personal token lets a script of yours act as you. Keys
      of agents are with the {link("agents")}.
    </>
  ),
  createWorkerKey: "Create worker key…",
  createToken: "Create token…",
  allKeys: "The keys",
  tokens: {
    title: "Personal tokens",
    says: "With a token a script acts as you. Sign-ins of your command lines are listed here, too.",
    saysToAdmin:
      "With a token a script acts as a person. Sign-ins of the command line stand here too. As an administrator you see everybody's.",
    all: "The tokens",
  },
  list: {
    showRevoked: (keys: number) => `Show ${count(keys, "revoked key", "revoked keys")} too`,
    noneInUse: "No key is in use",
    noneInUseSays: "Make one when a program needs it. It is shown once, and can be revoked at any time.",
    revoke: "Revoke…",
    revokeOf: (key: string) => `Revoke ${key}`,
    revokingWorker:
      "The worker is refused from its next request on. What it runs at this moment can no longer be reported and counts as a lost run. Its tools stay, but nobody runs them.",
    revokingToken: "Scripts that use it are refused from their next request on.",
    kind: "Kind",
    kinds: { agent: "Agent key", worker: "Worker key", user: "Personal token" } satisfies Record<Key["kind"], string>,
    beginsWith: "Begins with",
    role: "Role",
    madeFor: "Made for",
    scopes: {
      read: "Reading only",
      manage: "Everything but deciding",
      decide: "Deciding without a terminal",
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
        use: "Give it to the program that runs the tools, as the environment variable its documentation names. Whoever has it can register tools and take what people approved of them.",
      },
      user: {
        title: "Create a personal token",
        what: "The token",
        placeholder: "Nightly report",
        use: "Give it to your script and to nobody else: it acts as you, as far as its role goes.",
      },
    },
    done: "Done",
    failed: "No key was created",
    create: "Create",
    name: "Name",
    nameSays: "Shown in lists and in the audit log",
    /** Stands above what each role can do, and is the subject of those sentences. */
    it: "This token",
    decides: "It may decide without a terminal",
    decidesSays:
      "Anyone who holds this token, including a script or an agent that can read it, can then approve and reject without asking a person. Other tokens can manage, but never decide.",
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
    signedInSays: "Go back to your terminal. The token is listed under Personal tokens, and ends there when you revoke it.",
    refused: "Refused",
    refusedSays: "Nobody was signed in.",
    computer: "Computer",
    address: "Address",
    asked: "Asked",
    rights:
      "It may then read, as you, everything you may read here, for 12 hours. It cannot approve, reject or change anything: for that, the command line asks for your password each time.",
    failed: "Nothing was signed in",
    another: "Type another code",
    confirm: "Sign in the command line",
    refuse: "Refuse",
  },
});
