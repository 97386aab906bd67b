/** Every key there is, as the map shows it. */
export const KEYS = [
  { keys: ["j"], does: "Open the next action" },
  { keys: ["k"], does: "Open the one before" },
  { keys: ["a"], does: "Go to Approve; Enter then presses it. From high risk on it has to be clicked" },
  { keys: ["r"], does: "Reject, with a reason if you like" },
  { keys: ["e"], does: "Edit before approving" },
  { keys: ["f"], does: "Send back with words" },
  { keys: ["x"], does: "Select the open action, or take it out again" },
  { keys: ["/"], does: "Search" },
  { keys: ["Ctrl", "K"], does: "Find a command or an action (Cmd K on a Mac)" },
  { keys: ["?"], does: "Show these keys" },
] as const;
