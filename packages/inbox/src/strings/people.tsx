import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("people", {
  title: "People",
  says: "Viewers read, approvers decide, admins also manage settings. Approval rules can ask for a member of a team.",
  add: "Add a person…",
  everybody: "The people",
  roleNotChanged: "The role was not changed",
  done: "Done",
  card: {
    isYou: "(you)",
    roleOf: (person: string) => `Role of ${person}`,
    email: "E-mail",
    teams: "Teams",
    joined: "Joined",
    emergency: "In an emergency",
    mayBreakGlass: "may break glass",
    willBreakGlass: "will be able to break the glass",
    lastChange: "Approval rules count the last change",
    countsFrom: (when: ReactNode) => <>from {when}</>,
    editTeams: "Teams…",
    teamsOf: (person: string) => `Teams of ${person}`,
    emergencyRight: "Emergency right…",
    emergencyRightOf: (person: string) => `Emergency right of ${person}`,
    newLink: "New sign-in link…",
    newLinkFor: (person: string) => `New sign-in link for ${person}`,
  },
  adding: {
    title: "Add a person",
    added: "Added",
    hasAccount: (person: ReactNode) => <>{person} has an account on this server already and signs in as before.</>,
    mailSent: "They are told by e-mail.",
    failed: "Nobody was added",
    add: "Add",
    name: "Name",
    nameSays: "Shown next to their decisions",
    email: "E-mail",
    emailSays: "To sign in with",
    /** Stands above what each role can do, and is the subject of those sentences. */
    thisPerson: "This person",
    letDecide: "Let this person decide?",
    addThem: "Add them",
  },
  removing: {
    title: "Remove this person?",
    says: (person: ReactNode) => (
      <>
        {person} loses every right in this workspace at once, and the personal tokens made here stop working. Approved actions
        of theirs that have not run yet end as forbidden. What they decided stays on the record.
      </>
    ),
    isYou: "This is you: you will be signed out of this workspace.",
  },
  givingEmergencyRight: {
    title: "Let this person break the glass?",
    give: "Give the right",
    says: (person: ReactNode) => (
      <>
        In an emergency {person} may approve any action alone, at once, whatever its rules ask for. They have to say why,
        everybody who decides is told, and somebody else reviews it. The right counts after the wait that is set below.
      </>
    ),
  },
  takingEmergencyRight: {
    title: "Take this right away?",
    take: "Take it away",
    says: (person: ReactNode) => <>From now on {person} approves by the same rules as everybody else.</>,
  },
  changingRole: {
    title: "Change what this person may do?",
    change: "Change it",
    /** `can` is what the role can do, such as "can read everything here, but decide nothing". */
    says: (person: ReactNode, can: string) => (
      <>
        From now on {person} {can}.
      </>
    ),
    countsLater: "Approval rules count the new role after the wait that is set below.",
    isYou: "This is you: you will not be able to take it back yourself.",
  },
  teams: {
    title: (person: ReactNode) => <>Teams of {person}</>,
    failed: "The teams were not changed",
    save: "Save teams",
    label: "Teams",
    scheduled: "Set by a schedule, under Services",
    newTeam: "New team",
    newTeamSays: "Lowercase letters, digits and hyphens. Approval rules can name it.",
    addToTeam: "Add to team?",
    add: "Add to team",
  },
  invitation: {
    mailed: (email: ReactNode) => (
      <>A sign-in link was mailed to {email}. The link works once, within 24 hours, and then asks for a password.</>
    ),
    mailFailed: "The mail may not have arrived",
    mailFailedSays: "The mail server did not accept it, or did not answer in time. The log of this server says why.",
    link: "The sign-in link",
    linkSays: "Send this link yourself. The link works once, within 24 hours, and then asks for a password.",
  },
  newLink: {
    title: "New sign-in link",
    forPerson: (person: ReactNode) => <>For {person}, who has not signed in yet. Whoever opens the link becomes this person.</>,
    failed: "No link was created",
    create: "Create a link",
  },
  wait: {
    label: "In approval rules, a raised role or a new team counts",
    says: "Until then the former role and teams count, and an emergency right does not. Every administrator is notified.",
    choices: {
      usual: "After a day; at once in the workspace's first day",
      atOnce: "At once",
      hour: "After an hour",
      fourHours: "After 4 hours",
      day: "After a day",
      threeDays: "After 3 days",
      week: "After a week",
    },
    seconds: (seconds: number) => `After ${count(seconds, "second", "seconds")}`,
    failed: "Not saved",
    reduceProtection: "Reduce protection?",
    save: "Save it",
  },
  delegates: {
    title: "Delegates",
    says: "Let a colleague decide for you while you are away.",
    add: "Add delegate…",
    all: "The delegates",
    noneYet: "No delegations yet",
    noneYetSays: "A delegate only counts for tools that name you as an approver.",
    delegateOf: (delegate: string, person: string) => `${delegate} for ${person}`,
    delegateOfShown: (delegate: ReactNode, person: ReactNode) => (
      <>
        {delegate} for {person}
      </>
    ),
    now: "Now",
    over: "Over",
    decides: "Deciding on their behalf",
    notBegun: "Has not begun",
    from: "From",
    to: "To",
    named: "Named",
    namedBy: (person: ReactNode, when: ReactNode) => (
      <>
        by {person}, {when}
      </>
    ),
    ended: "Ended",
    end: "End it…",
    endOf: (delegation: string) => `End ${delegation}`,
  },
  endingDelegation: {
    title: "End this now?",
    end: "End it",
    says: (delegate: ReactNode, person: ReactNode) => (
      <>
        {delegate} no longer decides on behalf of {person}. Actions approved this way that have not started will not run.
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
    fromSays: "At once, unless you choose a time",
    to: "To",
    toSays: "Ends by itself then, on this computer's clock",
    letDecide: "Let somebody decide on behalf of this person?",
  },
});
