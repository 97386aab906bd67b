import { count, numberWords } from "../count.ts";
import type { strings } from "../groups.tsx";

export const groups: typeof strings = {
  title: "Gruppen",
  says: "Eine Gruppe ist eine benannte Auswahl von Tools. Dasselbe Tool kann in einer Gruppe eine Genehmigung brauchen und in einer anderen automatisch laufen. Die Gruppen eines Agenten bestimmen also, welche Aufrufe er ohne Genehmigung machen kann.",
  newGroup: "Neue Gruppe…",
  theGroups: "Die Gruppen",
  search: "Nach Gruppe oder Tool suchen",
  none: "Noch keine Gruppe",
  noneSays: "Legen Sie eine an und geben Sie sie dem Schlüssel eines Agenten.",
  noneMatches: "Keine passende Gruppe.",
  card: {
    label: (group) => `Gruppe ${group}`,
    edit: "Bearbeiten",
    delete: "Löschen",
    tools: "Tools",
    toolCount: (tools) => count(tools, "Tool", "Tools"),
    alwaysAsking: (tools) => `${numberWords(tools)} mit Genehmigung`,
    askingNobody: (tools) => `${numberWords(tools)} ohne Genehmigung`,
    agents: "Agenten mit dieser Gruppe",
    noAgents: "keine",
  },
  dialog: {
    noSuchGroup: "Unbekannte Gruppe",
    noSuchGroupSays: (group) => <>Die Gruppe {group} gibt es hier nicht mehr.</>,
    createTitle: "Gruppe anlegen",
    editTitle: (group) => <>{group} bearbeiten</>,
    create: "Anlegen",
    name: "Name",
    taken: "Eine Gruppe mit diesem Namen gibt es schon.",
    purpose: "Zweck",
  },
  pickTools: {
    label: "Tools der Gruppe",
    chosen: (tools) => `${count(tools, "Tool", "Tools")} ausgewählt`,
    search: "Name eines Tools",
    tools: "Tools",
    approvalOf: (tool) => `Genehmigung von ${tool} in dieser Gruppe`,
  },
  remove: {
    title: (group) => <>Gruppe {group} löschen?</>,
    verb: "Löschen",
    says: (tools) =>
      tools === 1
        ? "Das Tool darin bleibt, aber kein Agent hat es mehr durch diese Gruppe, und was die Gruppe über seine Genehmigung sagt, entfällt."
        : `Die ${numberWords(tools)} Tools darin bleiben, aber kein Agent hat sie mehr durch diese Gruppe, und was die Gruppe über ihre Genehmigung sagt, entfällt.`,
    agentsLose: (agents, names) => (
      <>
        {agents === 1 ? "1 Agent sieht" : `${numberWords(agents)} Agenten sehen`} dann weniger Tools: {names}.
      </>
    ),
  },
};
