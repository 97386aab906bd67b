import type { GlassUse } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

type Finding = NonNullable<GlassUse["review"]>["finding"];

export const strings = catalogue("action", {
  page: {
    backToInbox: "Back to the inbox",
    loading: "Loading the action",
    notRead: "The action could not be read",
    notFound: "No such action",
    notFoundMeaning: "It is not in this workspace, or the address is wrong.",
  },
  card: {
    reading: "Reading the proposal",
    notRead: "A proposal could not be read",
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
    readingTool: "Reading the tool",
    meaning: "Your edits replace the agent's values. You see the result before anything runs.",
    howToEdit: "How to edit",
    byField: "By field",
    json: "JSON",
    result: "Result",
    arguments: "Arguments",
    argumentsAsJson: "Arguments as JSON",
    resultingFile: "The file after the call",
    resultMeaning: "Write the file as it should be. The arguments of the call are computed from it.",
    /** Why only the arguments can be edited. */
    noResult: {
      absent: "Only the arguments can be edited: this action does not contain the complete text of the file.",
      tooLong: "Only the arguments can be edited: the file is too long for a text field.",
      invisible:
        "Only the arguments can be edited: the file has invisible characters or mixed line breaks, which a text field cannot keep.",
    },
    notShown: "These arguments give no file that can be edited. Each old text must be in the file exactly once.",
    sameAsFile: "This is the file as it is now. Reject the action to leave it unchanged.",
    differs: "The result is not the text that you wrote",
    differsSays:
      "The server's preview differs from your text, so it cannot be approved. Go back to editing, or reject the action.",
    nothingChanged: "Nothing has changed yet.",
    cannotBeUsed: "These edits cannot be used",
    previewResult: "Preview result",
    leftOutFields: "Fields the agent left out",
    leftOut: "Left out by the agent:",
    add: (field: string) => `Add ${field}`,
    asJson: "Input as JSON",
    protectedFields: (names: readonly string[]) => `No edit may change ${names.join(", ")}.`,
    soFar: "Your edits so far",
    soFarUnreadable: "Shown once every field is valid.",
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
      "The action runs at once, without the approvals that it needs. Everybody who decides here is told at once, by every channel that reaches them, and somebody else has to review it.",
    reason: "Why can this not wait? The others are told",
    reasonMeaning: (characters: number) => `At least ${characters} characters. It stays on the record.`,
    sayWhy: "Say why first",
    approve: "Approve in an emergency and run it",
    runsOnce: "It runs once, exactly as shown, and this cannot be taken back.",
    approved: "Approved alone, in an emergency",
    approvedBy: (name: ReactNode, time: ReactNode, reason: ReactNode) => (
      <>
        {name}, {time}: “{reason}”.
      </>
    ),
    reviewedBy: (finding: string, name: ReactNode, time: ReactNode, note: ReactNode) => (
      <>
        {finding}, says {name}, {time}: “{note}”.
      </>
    ),
    notReviewed: "Nobody has reviewed it yet.",
    openReview: "Review…",
    review: {
      title: "Review the emergency approval",
      wasJustified: "Was it justified?",
      findings: { justified: "Justified", not_justified: "Not justified" } satisfies Record<Finding, string>,
      note: "What did you find?",
      sayWhether: "Say whether it was justified",
      sayWhat: "Say what you found",
      notStored: "The review was not stored",
      store: "Store the review",
    },
  },
});
