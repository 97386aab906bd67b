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
    says: "Tools that agents can call, and whether calls require approval. An agent sees only the tools in its groups.",
    none: "No tools yet",
    noneSays: "Tools come from MCP servers, services, workers and this server.",
    withheld: (tools: number) => `${count(tools, "tool", "tools")} withheld until reviewed`,
    showWithheld: (tools: number): string => (tools === 1 ? "Show tool" : "Show tools"),
    shown: (shown: number, all: number) =>
      shown === all ? count(all, "tool", "tools") : `${numberWords(shown)} of ${count(all, "tool", "tools")}`,
  },
  filter: {
    label: "Filter tools",
    search: "Search by name or description",
    from: "Source",
    fromAnywhere: "Any source",
    group: "Group",
    anyGroup: "Any group",
    state: "State",
    anyState: "Any state",
    states: {
      attention: "Needs review",
      unvetted: "Not vetted",
      asks: "Requires approval",
      open: "Runs automatically",
      disabled: "Disabled",
      gone: "Removed by its server",
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
      when: "Requires approval for some calls",
      never: "Runs automatically",
    } satisfies Record<Approval, string>,
    byRoutingToo: "plus routing rules",
  },
  editing: {
    open: "Edit tools",
    forTicked: "Change the selected tools",
    tickAll: (tools: number) => (tools === 1 ? "Select the tool" : `Select all ${count(tools, "tool", "tools")}`),
    ticked: (tools: number) => (tools === 0 ? "Select tools to change them together" : `${numberWords(tools)} selected`),
    setApproval: "Set approval…",
    setRisk: "Set risk…",
    group: "Group",
    groupFor: "Group to add the tools to or remove them from",
    add: "Add to group",
    takeOut: "Remove from group",
    tick: (tool: string) => `Select ${tool}`,
    isChanged: "Not saved yet",
    tool: "Tool",
    aliasOf: (tool: string) => `Alias for ${tool}`,
    approvalOf: (tool: string) => `Approval for ${tool}`,
    riskOf: (tool: string) => `Risk of ${tool}`,
    groupsOf: (tool: string) => `Groups that include ${tool}`,
    takeToolOut: (tool: string, group: string) => `Remove ${tool} from ${group}`,
    showAll: (tools: number) => `Show ${count(tools, "more tool", "more tools")}`,
    changed: (tools: number) => `${count(tools, "tool", "tools")} changed, not saved yet`,
    saved: (tools: number) => `${count(tools, "tool", "tools")} saved.`,
    unchanged: "No changes yet. The tools are saved together: all or none.",
    done: "Done",
    seeTool: (tool: string) => `See ${tool}.`,
    tooMany: (tools: number) =>
      `At most ${numberWords(tools)} tools can be saved together. Undo some changes, or filter the list first.`,
  },
  states: {
    vetted: "In use",
    unvetted: "In use, not vetted",
    changed: "Changed",
    withheld: "Withheld",
    gone: "Removed",
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
    itsActions: "Actions of this tool",
  },
  clientNeeds: {
    title: "Not listed for every client",
    askedFor: (need: string) => `During a call, the tool asked for ${need}, which the client did not support.`,
    /** `declared`: names of capabilities; `""` if there are none. */
    unlisted: (declared: string) =>
      `The server does not list this tool for clients that support ${declared === "" ? "no capabilities" : `only ${declared}`}.`,
    forget: "List for all clients again",
    failed: "The tool was not changed. Try again.",
  },
  vetting: {
    label: "Definition",
    states: {
      unvetted: {
        title: "Not vetted: the server is not trusted, and nobody has reviewed this tool",
        text: "Agents see the tool, and its calls require approval. Rules treat the tool as having the highest risk level until you vet it.",
      },
      changed: {
        title: "The definition changed, so agents do not see the tool",
        text: "Review the differences from the accepted definition. Waiting actions that used the old definition have ended.",
      },
      withheld: {
        title: "Withheld: agents do not see the tool",
        text: "A person has to review the findings in the definition first.",
      },
      gone: {
        title: "The server no longer lists this tool",
        text: "Calls fail until the server lists the tool again.",
      },
    } satisfies Record<Exclude<VettingState, "vetted">, { title: string; text: string }>,
    found: "Findings in the definition",
    danger: "Danger:",
    foundAt: (message: ReactNode, path: ReactNode) => (
      <>
        {message} at {path}
      </>
    ),
    acceptedAndNow: "Accepted and current definition",
    neverVetted: "Definition (never vetted)",
    neverAccepted: "Definition (never accepted)",
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
      verb: "Vet definition",
      says: (risk: Risk | null) =>
        `From now on, rules will use this tool's risk level: ${riskName(risk)}. Calls still require approval.`,
    },
    accept: {
      button: "Accept this definition…",
      title: "Accept this definition?",
      verb: "Accept definition",
      says: (_risk: Risk | null): string =>
        "Agents in the tool's groups see the current definition and can call the tool. The findings remain in the audit log.",
    },
  },
  form: {
    enabled: "Enabled: agents in the tool's groups can see and call this tool",
    changedMeanwhile: "Somebody changed this tool while you were editing",
    sendsOnlyYours: "Saving changes only the fields that you edited.",
    showTheirs: "Discard my changes and show theirs",
    seeMarked: "See the errors above.",
    saved: "Saved.",
    undo: "Undo",
  },
  faults: {
    wholeSeconds: "Enter a whole number of seconds.",
    forWhichCalls: "Enter the condition under which approval is required.",
    noGroup: "A tool must be in at least one group. To hide a tool from all agents, disable it.",
    howMany: "Enter a number from 1 to 20.",
    whose: "Choose whose approval is required.",
    ruleName: "Enter a name. Matching actions show this name.",
    ruleWhen: "Enter a condition that determines which calls this rule applies to.",
    tooManyReasons: (most: number) => `Enter at most ${most} reasons.`,
    reasonTwice: "Enter each reason only once.",
    reasonTooLong: (most: number) => `Enter at most ${most} characters per line.`,
  },
  approval: {
    title: "Approval",
    whenAsked: "When approval is required",
    choices: {
      required: "Require approval for every call",
      when: "Require approval when…",
      never: "Never require approval",
    } satisfies Record<Approval, string>,
    when: "Require approval when",
    expression: (example: ReactNode, other: ReactNode) => (
      <>
        A CEL expression on args, such as {example} or {other}. If the expression cannot be evaluated, the call requires
        approval.
      </>
    ),
    afterRejection: "When a rejected call is retried",
    inSameSession: "In the same mission or session",
    afterReject: {
      pause: "Refuse; pause the tool after three retries",
      refuse: "Refuse with the person's reason",
      ask: "Require approval again",
    } satisfies Record<AfterReject, string>,
  },
  reasons: {
    title: "When rejecting",
    label: "Reasons to choose from when rejecting",
    says: "One per line. People choose a reason with a click, and the agent sees that reason. If empty, the default reasons are offered.",
  },
  risk: {
    title: "Risk",
    /** Before a list of reasons. */
    because: ({ risk, ratedRisk, effectiveRisk, riskSource }: Tool) => {
      if (ratedRisk === null) return `${NOT_RATED}; rules treat the tool as level ${risk} of 5. Reasons:`;
      const shown = ratedRisk === effectiveRisk ? "" : `, shown as ${effectiveRisk} because a person approves every call`;
      const source = riskSource === "set" ? "set by an administrator" : "computed";
      return `Rated ${ratedRisk} of 5 (${source})${shown}. Reasons:`;
    },
    level: "Level",
    usedFor: "Used for agent risk limits, mandatory review and in-client approval",
    asScored: "Computed rating",
  },
  groups: {
    title: "Groups",
    says: "Agents in any of these groups see the tool.",
    approvalIn: (group: string) => `Approval in ${group}`,
    takeOutOf: (group: string) => `Remove from ${group}`,
    takeOut: "Remove from this group",
    addGroup: "Add group",
    existingOrNew: "An existing group, or a new name",
    add: "Add",
  },
  names: {
    title: "What clients see",
    alias: "Alias",
    aliasSays: "The name that MCP clients see",
    description: "Description for agents",
    descriptionSays:
      "Replaces the tool's own description, for example if the original is vague or tries to manipulate the model",
    question: "Question in the client",
    /** {toolName} and {args} are written like this in every language. */
    questionSays: "The question that a person sees. {toolName} and {args} are replaced with their values",
    questionExample: "May the agent run {toolName} with {args}?",
    preview: "Preview of the question",
    previewSays: "With example arguments:",
  },
  approvers: {
    title: "Who may decide",
    oneAsBelow: "One approval, as set below",
    role: "Role",
    roles: {
      everybody: "All approvers and admins",
      approver: "All approvers and admins (set for this tool)",
      admin: "Administrators only",
    },
    onlyThese: "Only these people",
    noneSelected: "None selected: anyone with the role",
    mayNotDecide: (name: string) => `${name} (cannot decide now)`,
    inClient: "Approval in the client",
    inClientSays:
      "Whether the person using the agent's client can approve calls there. The agent's settings must also allow this",
    belowRisk: "Allowed below risk level 4",
    onlySignedIn: "Not allowed; only signed-in people can approve",
    needsSecondPerson: "Always require a second person",
    needsSecondPersonSays:
      "The person an agent acts for cannot approve its calls to this tool, even if self-confirmation is on for the agent",
  },
  approvalRule: {
    needed: "Approvals needed",
    needs: {
      any_of: "One of these people",
      n_of: "Several of these people",
      all_of: "A different person for each line",
    } satisfies Record<ApprovalRule["needs"], string>,
    howMany: "How many people",
    whose: "Approval by",
    notLastEditor: "The last editor cannot approve",
  },
  approverLines: {
    anybody: "Any approver or admin",
    administrator: "An administrator",
    memberOf: (team: string) => `A member of ${team}`,
    memberOfNone: (team: string) => `A member of ${team} (nobody there can decide now)`,
    line: (list: string, line: number) => `${list}, line ${line}`,
    removeLine: (list: string, line: number) => `${list}: remove line ${line}`,
    addLineTo: (list: string) => `${list}: add line`,
    addLine: "Add line",
  },
  routing: {
    title: "Routing rules",
    says: "Calls that match a condition need further approvals or expire sooner. All matching rules apply, in addition to the tool's other settings.",
    add: "Add routing rule",
    rule: (rule: number) => `Routing rule ${rule}`,
    name: "Name",
    nameSays: "Shown on matching actions",
    when: "Applies when",
    expression: (example: ReactNode) => (
      <>A CEL expression on args, tool and agent, such as {example}. If the expression cannot be evaluated, the rule applies.</>
    ),
    asTool: "Same as the tool",
    expiresAfter: "Expires after (seconds)",
    /** `inWords`: the time in parentheses, or nothing. */
    expiresSays: (inWords: string) => `The action expires if nobody decides within this time${inWords}`,
    removeRule: (rule: number) => `Remove routing rule ${rule}`,
    remove: "Remove rule",
  },
  /** `inWords`: the time in parentheses, or nothing. */
  waiting: {
    title: "Time limits",
    expireAfter: "Expires after (seconds)",
    expireSays: (inWords: string) => `If nobody decides within this time${inWords}`,
    noEnd: "Never",
    channelDefault: "Channel default",
    caller: "Agent's call",
    callerSays: "What the call does until somebody decides",
    delivery: {
      wait: "The call waits for the decision",
      queue: "The call returns immediately with the status “queued”",
    },
    atMost: "Maximum wait (seconds)",
    atMostSays: (inWords: string) => `Up to 600${inWords}`,
    whenOver: "After the maximum wait",
    whenOverSays: "If nobody has decided",
    onEnd: {
      park: "The action stays open; the agent can check its status later",
      expire: "The action expires; the call is declined",
    },
    remindAfter: "Remind after (seconds)",
    remindSays: (inWords: string) => `Notifies the approvers once${inWords}`,
    noReminder: "No reminder",
    escalateAfter: "Escalate after (seconds)",
    escalateSays: (inWords: string) => `The people below can then also decide${inWords}`,
    nobodyElse: "Nobody else",
    escalateTo: "Escalate to",
  },
  ownWords: {
    title: "The tool's own description",
    titleUnverified: "The tool's own description (unverified)",
    ownTitle: (title: ReactNode) => <>Title: {title}</>,
    annotations: "Annotations",
    schema: "Input schema",
    whenLost: "If a run is lost",
    effects: {
      transactional: "runs cannot be lost",
      idempotent: "retried with the same idempotency key",
      reconcilable: "Countersign asks the tool whether the call ran",
      unsafe: "a person checks what happened",
    } satisfies Record<Tool["effect"], string>,
    longestRun: "Time limit for a run",
    seconds: (seconds: number) => `${seconds} s`,
    protectedKeys: "Locked fields",
    hash: "Definition hash",
  },
});
