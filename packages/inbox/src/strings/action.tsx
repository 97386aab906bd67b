import type { GlassUse } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

type Finding = NonNullable<GlassUse["review"]>["finding"];

export const strings = catalogue("action", {
  page: {
    backToInbox: "Back to the inbox",
    loading: "Loading the action",
    notRead: "The action could not be loaded",
    notFound: "No such action",
    notFoundMeaning: "The action is not in this workspace, or the address is wrong.",
  },
  card: {
    reading: "Loading the proposal",
    notRead: "A proposal could not be loaded",
    proposal: (title: string) => `Proposal: ${title}`,
    viewChangesOf: (title: string) => `View changes: ${title}`,
    viewChanges: "View changes and details",
    vet: (title: string) => `Vet this tool: ${title}`,
    readAndDecide: "Read and decide…",
  },
  edit: {
    preview: "Preview",
    title: "Edit before approving",
    closeWithoutDeciding: "Close without deciding",
    opening: "Opening the editor",
    readingTool: "Loading the tool",
    meaning: "Your edits replace the agent's values. You see the result before anything runs.",
    howToEdit: "How to edit",
    byField: "By field",
    json: "JSON",
    result: "Result",
    arguments: "Arguments",
    argumentsAsJson: "Arguments as JSON",
    resultingFile: "Resulting file",
    resultMeaning: "Edit the file until it looks right. The call's arguments are computed from it.",
    /** Why only the arguments can be edited. */
    noResult: {
      absent: "Only the arguments can be edited: this action does not contain the complete text of the file.",
      tooLong: "Only the arguments can be edited: the file is too long for a text field.",
      invisible:
        "Only the arguments can be edited: the file has invisible characters or mixed line breaks, which a text field cannot keep.",
    },
    notShown: "These arguments cannot be shown as a file, because each passage to replace must occur exactly once in the file.",
    sameAsFile: "This is the file as it is now. Reject the action to leave it unchanged.",
    differs: "The result differs from your text",
    differsSays:
      "The server's preview is not the text that you wrote, so you cannot approve it. Go back to editing, or reject the action.",
    nothingChanged: "Nothing has changed yet.",
    cannotBeUsed: "These edits cannot be used",
    previewResult: "Preview result",
    leftOutFields: "Fields the agent left out",
    leftOut: "Left out by the agent:",
    add: (field: string) => `Add ${field}`,
    asJson: "Input as JSON",
    protectedFields: (names: readonly string[]) => `No edit may change ${names.join(", ")}.`,
    soFar: "Your edits so far",
    soFarUnreadable: "Shown when every field is valid.",
    /** Names the input where all of it is one value. */
    input: "Input",
    yourEdits: "Your edits",
    againstProposal: "Your edits vs. the agent's proposal",
    changes: "Changes, with your edits",
    digest: "Digest",
    back: "Back to editing",
    keep: "Keep these edits",
    approve: "Approve with these edits",
  },
  /** An approval in an emergency, by one person alone. */
  glass: {
    title: "Approve alone, in an emergency",
    meaning:
      "The action runs at once, without the approvals that it needs. All approvers are notified at once on every channel that reaches them, and another person has to review the approval.",
    reason: "Why can this not wait? All approvers see your answer",
    reasonMeaning: (characters: number) => `At least ${characters} characters. Recorded in the audit log.`,
    sayWhy: "Enter a reason first",
    approve: "Approve in an emergency and run it",
    runsOnce: "The action runs once, exactly as shown. Cannot be undone.",
    approved: "Approved alone, in an emergency",
    approvedBy: (name: ReactNode, time: ReactNode, reason: ReactNode) => (
      <>
        {name}, {time}: “{reason}”.
      </>
    ),
    reviewedBy: (finding: string, name: ReactNode, time: ReactNode, note: ReactNode) => (
      <>
        {finding} ({name}, {time}): “{note}”.
      </>
    ),
    notReviewed: "Not reviewed yet.",
    openReview: "Review…",
    review: {
      title: "Review the emergency approval",
      wasJustified: "Was it justified?",
      findings: { justified: "Justified", not_justified: "Not justified" } satisfies Record<Finding, string>,
      note: "What did you find?",
      sayWhether: "Choose whether the emergency approval was justified",
      sayWhat: "Enter what you found",
      notStored: "The review was not saved",
      store: "Save review",
    },
  },
});
