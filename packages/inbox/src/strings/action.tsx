import type { GlassUse } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

type Finding = NonNullable<GlassUse["review"]>["finding"];

export const strings = catalogue("action", {
  page: {
    backToInbox: "Back to the inbox",
    loading: "Loading the action",
    notRead: "The action could not be loaded",
    notFound: "Action not found",
    notFoundMeaning: "The action is not in this workspace, or the address is wrong.",
  },
  card: {
    reading: "Loading the proposal",
    notRead: "The proposal could not be loaded",
    proposal: (title: string) => `Proposal: ${title}`,
    viewChangesOf: (title: string) => `View changes: ${title}`,
    viewChanges: "View changes and details",
    vet: (title: string) => `Vet this tool: ${title}`,
    readAndDecide: "Review and decide…",
  },
  edit: {
    preview: "Preview",
    title: "Edit before approving",
    closeWithoutDeciding: "Close without deciding",
    opening: "Opening the editor",
    readingTool: "Loading the tool",
    meaning: "Your edits replace the agent's values. You will see the result before anything runs.",
    howToEdit: "Editing mode",
    byField: "Fields",
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
    notShown:
      "These arguments cannot be shown as a file, because every passage to be replaced must occur exactly once in the file.",
    sameAsFile: "Your text is the same as the current file. To leave the file unchanged, reject the action.",
    differs: "The result differs from your text",
    differsSays:
      "The server's preview does not match the text you wrote, so you cannot approve it. Go back to editing, or reject the action.",
    nothingChanged: "Nothing has changed yet.",
    cannotBeUsed: "These edits cannot be used",
    previewResult: "Preview result",
    leftOutFields: "Fields the agent did not fill in",
    leftOut: "Not filled in by the agent:",
    add: (field: string) => `Add ${field}`,
    asJson: "Input as JSON",
    protectedFields: (names: readonly string[]) => `Cannot be edited: ${names.join(", ")}.`,
    soFar: "Your edits so far",
    soFarUnreadable: "Your edits are shown here once every field is valid.",
    /** Names the input where all of it is one value. */
    input: "Input",
    yourEdits: "Your edits",
    againstProposal: "Your edits compared with the agent's proposal",
    changes: "Changes, including your edits",
    digest: "Digest",
    back: "Back to editing",
    keep: "Keep these edits",
    approve: "Approve with these edits",
  },
  /** An approval in an emergency, by one person alone. */
  glass: {
    title: "Approve alone in an emergency",
    meaning:
      "The action runs immediately, without the approvals it normally needs. All approvers are notified immediately on all of their channels, and another person must review your approval afterwards.",
    reason: "Why is this urgent? All approvers will see your answer",
    reasonMeaning: (characters: number) => `At least ${characters} characters. Recorded in the audit log.`,
    sayWhy: "Enter a reason first",
    approve: "Approve alone and run now",
    runsOnce: "The action runs once, exactly as shown. This cannot be undone.",
    approved: "Approved by one person in an emergency",
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
    notReviewed: "This emergency approval has not been reviewed yet.",
    openReview: "Review…",
    review: {
      title: "Review the emergency approval",
      wasJustified: "Was the emergency approval justified?",
      findings: { justified: "Justified", not_justified: "Not justified" } satisfies Record<Finding, string>,
      note: "What did you find?",
      sayWhether: "Choose whether the emergency approval was justified",
      sayWhat: "Describe what you found",
      notStored: "The review was not saved",
      store: "Save review",
    },
  },
});
