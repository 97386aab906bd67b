import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("people", {
  title: "People",
  says: "Viewers can read, approvers can also decide, and admins can also manage settings. Approval rules can require a member of a team.",
  add: "Add person…",
  everybody: "People",
  roleNotChanged: "The role was not changed",
  done: "Done",
  card: {
    isYou: "(you)",
    roleOf: (person: string) => `Role of ${person}`,
    email: "E-mail",
    managed: "Managed by",
    managedBy: (provider: ReactNode) => <>{provider}, whose groups set the role and teams</>,
    teams: "Teams",
    joined: "Joined",
    emergency: "Emergency approval",
    mayBreakGlass: "allowed",
    willBreakGlass: "allowed after the waiting period",
    lastChange: "Latest change counts in approval rules",
    countsFrom: (when: ReactNode) => <>from {when}</>,
    editTeams: "Teams…",
    teamsOf: (person: string) => `Teams of ${person}`,
    emergencyRight: "Emergency approval…",
    emergencyRightOf: (person: string) => `Emergency approval by ${person}`,
    newLink: "New sign-in link…",
    newLinkFor: (person: string) => `New sign-in link for ${person}`,
  },
  adding: {
    title: "Add a person",
    added: "Added",
    hasAccount: (person: ReactNode) => <>{person} already has an account on this server and signs in as before.</>,
    mailSent: "They will be notified by e-mail.",
    failed: "Nobody was added",
    add: "Add",
    name: "Name",
    nameSays: "Shown next to their decisions",
    email: "E-mail",
    emailSays: "Used to sign in",
    /** Stands above what each role can do, and is the subject of those sentences. */
    thisPerson: "This person",
    letDecide: "Let this person decide?",
    addThem: "Add person",
  },
  removing: {
    title: "Remove this person?",
    says: (person: ReactNode) => (
      <>
        {person} immediately loses access to this workspace, and their personal tokens for it stop working. Actions that they
        approved but that have not run yet will fail. Past decisions stay in the audit log.
      </>
    ),
    isYou: "This is you: you will be signed out of this workspace.",
  },
  givingEmergencyRight: {
    title: "Allow emergency approval?",
    give: "Allow emergency approval",
    says: (person: ReactNode) => (
      <>
        In an emergency, {person} can approve any action alone and immediately, whatever the rules require. A reason is
        required, all approvers are notified, and somebody else reviews the approval. This takes effect after the waiting period
        set on this page.
      </>
    ),
  },
  takingEmergencyRight: {
    title: "Disallow emergency approval?",
    take: "Disallow emergency approval",
    says: (person: ReactNode) => <>From now on, {person} approves under the same rules as everybody else.</>,
  },
  changingRole: {
    title: "Change the role?",
    change: "Change role",
    /** `can` is what the role can do, such as "can read everything here, but decide nothing". */
    says: (person: ReactNode, can: string) => (
      <>
        From now on, {person} {can}.
      </>
    ),
    countsLater: "In approval rules, the new role counts after the waiting period set on this page.",
    isYou: "This is you: you will not be able to undo this yourself.",
  },
  teams: {
    title: (person: ReactNode) => <>Teams of {person}</>,
    failed: "The teams were not changed",
    save: "Save teams",
    label: "Teams",
    scheduled: "Set by an on-call schedule (see Services)",
    newTeam: "New team",
    newTeamSays: "Lowercase letters, digits and hyphens. Approval rules can refer to teams.",
    addToTeam: "Add to team?",
    add: "Add to team",
  },
  invitation: {
    mailed: (email: ReactNode) => (
      <>A sign-in link was sent to {email}. The link can be used once, expires after 24 hours, and asks for a new password.</>
    ),
    mailFailed: "The e-mail may not have arrived",
    mailFailedSays: "The mail server did not accept the e-mail, or did not answer in time. See the server log.",
    link: "Sign-in link",
    linkSays:
      "Send this link to the person yourself. The link can be used once, expires after 24 hours, and asks for a new password.",
  },
  newLink: {
    title: "New sign-in link",
    forPerson: (person: ReactNode) => (
      <>For {person}, who has not signed in yet. Anyone who opens the link will be signed in as this person.</>
    ),
    failed: "No link was created",
    create: "Create link",
  },
  wait: {
    label: "A higher role or a new team counts in approval rules",
    says: "Until then, the previous role and teams count, and people newly allowed to approve in an emergency cannot do so. All administrators are notified.",
    choices: {
      usual: "After a day (immediately on the workspace's first day)",
      atOnce: "Immediately",
      hour: "After an hour",
      fourHours: "After 4 hours",
      day: "After a day",
      threeDays: "After 3 days",
      week: "After a week",
    },
    seconds: (seconds: number) => `After ${count(seconds, "second", "seconds")}`,
    failed: "Not saved",
    reduceProtection: "Reduce protection?",
    save: "Save anyway",
  },
  delegates: {
    title: "Delegates",
    says: "Let a colleague decide for you while you are away.",
    add: "Add delegate…",
    all: "Delegates",
    noneYet: "No delegations yet",
    noneYetSays: "A delegate can decide for you only on calls to tools that name you as an approver.",
    delegateOf: (delegate: string, person: string) => `${delegate} for ${person}`,
    delegateOfShown: (delegate: ReactNode, person: ReactNode) => (
      <>
        {delegate} for {person}
      </>
    ),
    now: "State",
    over: "Ended",
    decides: "Active",
    notBegun: "Not started",
    from: "From",
    to: "To",
    named: "Added",
    namedBy: (person: ReactNode, when: ReactNode) => (
      <>
        by {person}, {when}
      </>
    ),
    ended: "Ended",
    end: "End…",
    endOf: (delegation: string) => `End ${delegation}`,
  },
  endingDelegation: {
    title: "End this delegation?",
    end: "End delegation",
    says: (delegate: ReactNode, person: ReactNode) => (
      <>
        {delegate} will no longer decide on behalf of {person}. Actions approved on their behalf that have not started will not
        run.
      </>
    ),
  },
  newDelegation: {
    title: "Add delegate",
    failed: "No delegate was added",
    name: "Add delegate",
    onBehalfOf: "On behalf of",
    whoDecides: "Who decides",
    whoDecidesSays: "Must already be an approver. Their decisions are recorded as made on behalf of the person who is away",
    choose: "Choose a person",
    from: "From",
    fromSays: "If empty, starts immediately",
    to: "To",
    toSays: "In this computer's time zone",
    letDecide: "Add this delegate?",
  },
});
