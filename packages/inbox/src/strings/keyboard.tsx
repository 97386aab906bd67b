import { catalogue } from "./catalogue.ts";

const find = "Find a page, a tool, an agent or an action";

export const strings = catalogue("keyboard", {
  /** What the command palette finds, as its field and its button say. */
  find,
  commands: "Commands",
  nothingFound: "Nothing found.",
  /** Notice after a key whose button is disabled or missing. */
  unavailable: {
    approve: "Approve is not available",
    reject: "Reject is not available",
    edit: "Edit is not available",
    sendBack: "Send back is not available",
  },
  /** `says` completes the sentence, such as `was rejected and never ran`. */
  thisAction: (says: string) => `This action ${says}`,
  thisQuestion: (says: string) => `This question ${says}`,
  needsApprover: "You need the approver role to decide",
  keyMap: {
    title: "Keyboard shortcuts",
    key: "Key",
    whatItDoes: "What it does",
    control: "Ctrl",
    does: {
      openNext: "Open the next action",
      openPrevious: "Open the previous action",
      approve:
        "Move to the Approve button, then press Enter. High-risk actions require a click. For a question: open the answer form",
      reject: "Reject, with an optional reason",
      edit: "Edit before approving",
      sendBack: "Send back with a message",
      select: "Select or deselect the open action",
      search: "Search",
      find: `${find} (Cmd K on a Mac)`,
      showKeys: "Show these shortcuts",
    },
    use: "Use keyboard shortcuts",
    useMeaning: "Not active in text fields or dialogs. Turn off if you use voice control or your own key bindings.",
  },
});
