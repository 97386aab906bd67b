import {
  NOT_RATED,
  riskName,
  type AfterReject,
  type Approval,
  type ApprovalRule,
  type Risk,
  type Tool,
  type VettingState,
} from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count, numberWords } from "./count.ts";

export const strings = catalogue("tools", {
  page: {
    title: "Tools",
    says: "What agents can call, and whether a person is asked first. An agent sees only the tools of its groups.",
    none: "No tool yet",
    noneSays: "Tools come from MCP servers, from services, from workers that register them, and from this server itself.",
    withheld: (tools: number) => `${count(tools, "tool", "tools")} withheld until reviewed`,
    showWithheld: (tools: number): string => (tools === 1 ? "Show it" : "Show them"),
    shown: (shown: number, all: number) =>
      shown === all ? count(all, "tool", "tools") : `${numberWords(shown)} of ${count(all, "tool", "tools")}`,
  },
  filter: {
    label: "Filter the tools",
    search: "Name or description of a tool",
    from: "From",
    fromAnywhere: "From anywhere",
    group: "Group",
    anyGroup: "Any group",
    state: "State",
    anyState: "Any state",
    states: {
      attention: "Needs review",
      unvetted: "Not vetted",
      asks: "Asks a person",
      open: "Runs automatically",
      disabled: "Disabled",
      gone: "Removed by server",
    },
    origins: {
      server: "This server",
      connections: "Connections",
      studio: "Tool Studio",
      workers: "Workers",
    },
  },
  source: {
    server: "This server",
    studio: "Tool Studio",
    connection: "A connection",
    worker: (name: string) => `Worker ${name}`,
  },
  list: {
    exposedAs: (name: ReactNode) => <>as {name}</>,
    approval: {
      required: "Always requires approval",
      when: "Asks for some calls",
      never: "Runs automatically",
    } satisfies Record<Approval, string>,
    byRoutingToo: "and by routing rules",
  },
  editing: {
    open: "Edit the list",
    forTicked: "Set for the ticked tools",
    tickAll: (tools: number) => (tools === 1 ? "Tick the tool" : `Tick all ${count(tools, "tool", "tools")}`),
    ticked: (tools: number) => (tools === 0 ? "Tick tools to set the same for all of them" : `${numberWords(tools)} ticked`),
    setApproval: "Set approval…",
    setRisk: "Set risk…",
    group: "Group",
    groupFor: "Group to add to or take out of",
    add: "Add to group",
    takeOut: "Take out of group",
    tick: (tool: string) => `Tick ${tool}`,
    isChanged: "Not saved yet",
    tool: "Tool",
    aliasOf: (tool: string) => `Alias of ${tool}`,
    approvalOf: (tool: string) => `Approval of ${tool}`,
    riskOf: (tool: string) => `Risk of ${tool}`,
    groupsOf: (tool: string) => `Groups of ${tool}`,
    takeToolOut: (tool: string, group: string) => `Take ${tool} out of ${group}`,
    showAll: (tools: number) => `Show ${count(tools, "more tool", "more tools")}`,
    changed: (tools: number) => `${count(tools, "tool", "tools")} changed, not saved yet`,
    saved: (tools: number) => `Saved: ${count(tools, "tool", "tools")}.`,
    unchanged: "Nothing changed yet. The tools are saved together: all or none.",
    done: "Done",
    seeTool: (tool: string) => `See ${tool}.`,
    tooMany: (tools: number) => `At most ${numberWords(tools)} tools can be saved at once. Undo, and filter the list.`,
  },
  states: {
    vetted: "In use",
    unvetted: "In use, not vetted",
    changed: "Changed",
    withheld: "Withheld",
    gone: "Gone",
  } satisfies Record<VettingState, string>,
  disabled: "Disabled",
  tabs: {
    label: "Settings of the tool",
    names: {
      approval: "Approval",
      routing: "Routing rules",
      limits: "Time limits",
      access: "Access",
      texts: "Names and texts",
      definition: "Definition",
    },
    faulty: "has errors",
    unsaved: "unsaved changes",
    needsReview: "needs review",
  },
  drawer: {
    tryIt: "Try it",
    itsActions: "Its actions",
  },
  clientNeeds: {
    title: "Not listed for every client",
    askedFor: (need: string) => `Asked for ${need} during a call, and the client did not offer it.`,
    /** `declared`: names of capabilities; `""` if there are none. */
    unlisted: (declared: string) =>
      `Its server does not list it to clients that offer ${declared === "" ? "no capabilities" : `only ${declared}`}.`,
    forget: "Forget, and list for all clients",
    failed: "It could not be changed. Try again.",
  },
  vetting: {
    label: "Definition",
    states: {
      unvetted: {
        title: "Not vetted: its server is not trusted, and nobody has looked at it",
        text: "Agents see it and its calls require approval. Rules treat it as the highest risk until you vet it.",
      },
      changed: {
        title: "Its definition changed, so agents do not see it",
        text: "This is not what was accepted. Read what differs; actions that waited on the old definition have ended.",
      },
      withheld: {
        title: "Withheld: agents do not see it",
        text: "Something in its definition has to be looked at by a person first.",
      },
      gone: {
        title: "Its server no longer lists it",
        text: "Calls answer that it is gone. It comes back when the server lists it again.",
      },
    } satisfies Record<Exclude<VettingState, "vetted">, { title: string; text: string }>,
    found: "Found in its definition",
    danger: "Danger:",
    foundAt: (message: ReactNode, path: ReactNode) => (
      <>
        {message} at {path}
      </>
    ),
    acceptedAndNow: "Accepted, and now",
    neverVetted: "The definition, never vetted yet",
    neverAccepted: "The definition, never accepted yet",
    definition: "Definition",
    firstSeen: (fingerprint: ReactNode, time: ReactNode) => (
      <>
        Fingerprint {fingerprint}, first seen {time}
      </>
    ),
    fingerprint: (fingerprint: ReactNode) => <>Fingerprint {fingerprint}.</>,
    vet: {
      button: "Vet this definition…",
      title: "Vet this definition?",
      verb: "Vet it",
      says: (risk: Risk | null) => `Rules go by its risk from now on: ${riskName(risk)}. Its calls still require approval.`,
    },
    accept: {
      button: "Accept this definition…",
      title: "Accept this definition?",
      verb: "Accept it",
      says: (_risk: Risk | null): string =>
        "Agents of its groups see the definition as it stands now and may call it. What was found in it stays on the record.",
    },
  },
  form: {
    enabled: "Agents of its groups see it and may call it",
    changedMeanwhile: "Somebody changed this tool meanwhile",
    sendsOnlyYours: "Saving sends only what you changed.",
    showTheirs: "Drop my changes and show theirs",
    seeMarked: "See what is marked above.",
    saved: "Saved.",
    undo: "Undo",
  },
  faults: {
    wholeSeconds: "Write a whole number of seconds.",
    forWhichCalls: "Enter the condition under which approval is required.",
    noGroup: "A tool is in at least one group; disable it to take it from everybody.",
    howMany: "Write 1 to 20.",
    whose: "Choose whose approval is required.",
    ruleName: "Name the rule; actions show the name.",
    ruleWhen: "Enter the condition for the calls to which it applies.",
    tooManyReasons: (most: number) => `Write at most ${most} reasons.`,
    reasonTwice: "Write each reason once.",
    reasonTooLong: (most: number) => `Write at most ${most} characters on a line.`,
  },
  approval: {
    title: "Approval",
    whenAsked: "When a person is asked",
    choices: {
      required: "Require approval for every call",
      when: "Require approval when…",
      never: "Never require approval",
    } satisfies Record<Approval, string>,
    when: "Require approval when",
    expression: (example: ReactNode, other: ReactNode) => (
      <>
        A CEL expression on args, such as {example} or {other}. Calls that it cannot judge require approval.
      </>
    ),
    afterRejection: "After a rejection",
    inSameSession: "In the same mission or session",
    afterReject: {
      pause: "Is refused; after three times the tool is paused",
      refuse: "Is refused with the person's reason",
      ask: "Asks a person again",
    } satisfies Record<AfterReject, string>,
  },
  reasons: {
    title: "When rejecting",
    label: "Reasons to choose from when rejecting",
    says: "One per line. People send one with a click, and the agent reads it. Empty: the inbox's own reasons.",
  },
  risk: {
    title: "Risk",
    /** Before a list of reasons. */
    because: ({ risk, ratedRisk, effectiveRisk, riskSource }: Tool) => {
      if (ratedRisk === null) return `${NOT_RATED}; rules take it for level ${risk} of 5, because`;
      const shown = ratedRisk === effectiveRisk ? "" : `, shown as ${effectiveRisk} because a person approves every call`;
      const source = riskSource === "set" ? "set by an administrator" : "scored";
      return `Level ${ratedRisk} of 5 by itself${shown}; ${source}, because`;
    },
    level: "Level",
    usedFor: "Used for agent risk limits, mandatory review and in-client approval",
    asScored: "As scored",
  },
  groups: {
    title: "Groups",
    says: "Agents with one of these groups see the tool.",
    approvalIn: (group: string) => `Approval in ${group}`,
    takeOutOf: (group: string) => `Take it out of ${group}`,
    takeOut: "Take it out of this group",
    addGroup: "Add group",
    existingOrNew: "A group that exists, or a new name",
    add: "Add",
  },
  names: {
    title: "What clients see",
    alias: "Alias",
    aliasSays: "MCP clients see this name instead",
    description: "Description for agents",
    descriptionSays: "Overrides the tool's own description, for example when it is vague or tries to steer the model",
    question: "Question at the client",
    /** {toolName} and {args} are written like this in every language. */
    questionSays: "What a person is asked; {toolName} and {args} are filled in",
    questionExample: "May the agent run {toolName} with {args}?",
    preview: "Preview of the question",
    previewSays: "With made-up arguments, a person reads:",
  },
  approvers: {
    title: "Who may decide",
    oneAsBelow: "One, as set below",
    role: "Role",
    roles: {
      everybody: "Everybody who may decide",
      approver: "Everybody who may decide, set for this tool",
      admin: "Administrators only",
    },
    onlyThese: "Only these people",
    noneSelected: "None selected: anyone with the role.",
    mayNotDecide: (name: string) => `${name}, who may not decide now`,
    inClient: "Answers at the client",
    inClientSays: "Whether the person at an agent's client may answer there, where the agent's key allows it too",
    belowRisk: "Below risk 4",
    onlySignedIn: "No, only signed-in people",
  },
  approvalRule: {
    needed: "Approvals needed",
    needs: {
      any_of: "One of these",
      n_of: "Several of these",
      all_of: "One per line, all different people",
    } satisfies Record<ApprovalRule["needs"], string>,
    howMany: "How many people",
    whose: "Whose approval",
    notLastEditor: "The last editor cannot approve",
  },
  approverLines: {
    anybody: "Anybody who may decide",
    administrator: "An administrator",
    memberOf: (team: string) => `A member of ${team}`,
    memberOfNone: (team: string) => `A member of ${team}, where nobody may decide now`,
    line: (list: string, line: number) => `${list}, line ${line}`,
    removeLine: (list: string, line: number) => `${list}: remove line ${line}`,
    addLineTo: (list: string) => `${list}: add a line`,
    addLine: "Add a line",
  },
  routing: {
    title: "Routing rules",
    says: "Calls that meet a condition need further approvals or have less time. All rules that apply hold, besides the tool's other settings.",
    add: "Add routing rule",
    rule: (rule: number) => `Routing rule ${rule}`,
    name: "Name",
    nameSays: "Shown on the actions that it applies to",
    when: "Applies when",
    expression: (example: ReactNode) => (
      <>A CEL expression on args, tool and agent, such as {example}. A rule that cannot be evaluated applies.</>
    ),
    asTool: "As set for the tool",
    expiresAfter: "Expires after seconds",
    /** `inWords`: the time in parentheses, or nothing. */
    expiresSays: (inWords: string) => `The action expires if nobody decides within this time${inWords}`,
    removeRule: (rule: number) => `Remove routing rule ${rule}`,
    remove: "Remove rule",
  },
  /** `inWords`: the time in parentheses, or nothing. */
  waiting: {
    title: "Time limits",
    expireAfter: "Expire after (s)",
    expireSays: (inWords: string) => `If nobody has decided by then${inWords}`,
    noEnd: "No end",
    channelDefault: "Default for the channel",
    caller: "The caller",
    callerSays: "What an agent's call does meanwhile",
    delivery: {
      wait: "Waits for the decision",
      queue: "Is told at once that it is queued",
    },
    atMost: "Waits at most, in seconds",
    atMostSays: (inWords: string) => `Up to 600${inWords}`,
    whenOver: "When that is over",
    whenOverSays: "And nobody has decided",
    onEnd: {
      park: "It stays, and can be asked for again",
      expire: "It expires; the call is declined",
    },
    remindAfter: "Remind after (s)",
    remindSays: (inWords: string) => `Once, those who may decide${inWords}`,
    noReminder: "No reminder",
    escalateAfter: "Escalate after (s)",
    escalateSays: (inWords: string) => `Then those below may decide, too${inWords}`,
    nobodyElse: "Nobody else",
    escalateTo: "Escalate to",
  },
  ownWords: {
    title: "What the tool says of itself",
    titleUnverified: "What the tool says of itself (unverified)",
    ownTitle: (title: ReactNode) => <>Title: {title}</>,
    annotations: "Annotations",
    schema: "Schema of its input",
    whenLost: "When a run is lost",
    effects: {
      transactional: "it cannot be lost",
      idempotent: "it runs again with the same key",
      reconcilable: "the tool is asked whether it happened",
      unsafe: "a person says what happened",
    } satisfies Record<Tool["effect"], string>,
    longestRun: "Longest run",
    seconds: (seconds: number) => `${seconds} s`,
    protectedKeys: "No edit may change",
    hash: "Hash of the definition",
  },
});
