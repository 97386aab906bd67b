import type { StudioAccess, StudioPublication } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("studio", {
  page: {
    title: "Tool Studio",
    says: "Tools written here run in a sandbox on the server, within limits of time and memory, and reach what you allow and nothing else. A tool is tested before it is published; agents then see it at once.",
    add: "New tool…",
    tools: "The tools of the studio",
    empty: "No tool yet",
    howToAdd: "Write one in a few lines of JavaScript: it gets its input, may ask the hosts you allow, and answers JSON.",
    search: "Name of a tool",
    name: "Name",
    changed: "Last changed",
  },
  /** When something was done, and by whom. */
  doneBy: (time: ReactNode, person: ReactNode) => (
    <>
      {time} by {person}
    </>
  ),
  badge: {
    published: (version: number) => `Published, version ${version}`,
    publishedBefore: (version: number, isTested: boolean) =>
      `Version ${version} published, ${isTested ? "draft tested" : "draft not tested"}`,
    notPublished: (isTested: boolean) => `Not published, ${isTested ? "draft tested" : "draft not tested"}`,
  },
  newTool: {
    title: "Write a tool",
    failed: "Not created",
    begin: "Create draft",
    name: "Name",
    nameRules: "As agents call it: letters, digits, _ . and -. Cannot be changed later.",
  },
  /** The first draft of a new tool. */
  sample: {
    description: "Greets somebody by name.",
    source: `/**
 * Runs in a sandbox with nothing but its input, and fetch where its access allows hosts.
 * What it returns has to be JSON. An error it throws is what the agent is told.
 */
export default async function (input, { fetch }) {
  console.log("greets", input.name);
  return { greeting: \`Hello, \${input.name}!\` };
}
`,
    name: "Who is greeted",
  },
  tool: {
    tool: "The tool",
    says: (link: (text: string) => ReactNode) => (
      <>{link("Tool Studio")}. The published version does not change until you publish again.</>
    ),
    save: "Save the draft",
    publish: "Publish…",
    notSaved: "The draft was not saved",
    parts: "Parts of the tool",
    code: "Code",
    access: "Access",
    guard: "Description & policy",
    versions: "Versions",
    test: "Test",
    source: "Source",
    sourceLabel: "Source of the tool",
    schema: "Schema of its input",
    schemaSays: "JSON Schema of an object. Agents read it, every call is checked by it, and the editor completes from it.",
    notObject: "has to be a JSON object",
    notJson: (reason: string) => `is not JSON: ${reason}`,
  },
  access: {
    reach: "Network access",
    networks: {
      none: { label: "Nothing", says: "It works out its answer from its input." },
      hosts: { label: "Hosts on a list", says: "Those below, and no other." },
      any: { label: "Every public host", says: "Never this machine's own network." },
    } satisfies Record<StudioAccess["network"], { label: string; says: string }>,
    hosts: "Hosts, one per line",
    hostsSays: "api.example.com, *.example.com for all subdomains, http://host:8080. The default is https.",
    writes: "Allow write requests",
    writesSays: "POST, PUT, PATCH and DELETE; without it only GET and HEAD are sent.",
    allowPrivate: "Allow addresses of this machine and of private networks",
    destructive: "Destructive",
    destructiveSays: "Irreversible effects such as delete, send or pay.",
    risk: "Risk",
    riskAsSaved: (risk: ReactNode) => <>As it is saved: {risk}</>,
    timeout: "Timeout in seconds",
    memory: "Megabytes of memory",
    memorySays: "Includes runtime overhead",
  },
  guard: {
    title: "Title",
    titleSays: "For people; without one they read its name.",
    description: "Description",
    descriptionSays: "What agents read to know when to call it.",
    risk: "Risk",
    riskSays: "It can be set higher than what it may reach, never lower.",
    riskOfAccess: (level: number) => `As its access says (${level} of 5)`,
    riskLevel: (level: number) => `${level} of 5`,
    approval: "Approval",
    asRiskSays: (asks: boolean) => `As its risk says: ${asks ? "a person is asked" : "without a person"}`,
    required: "A person is asked about every call",
    never: "Runs automatically; needs confirmation above risk 0",
    question: "Question to the person",
    questionSays: "{toolName} and {args} are filled in. Empty: the usual one.",
    group: "Group",
    groupSays: "Agents of this group see it once it is published first; later its groups are changed under Tools.",
  },
  publish: {
    title: (tool: string) => `Publish ${tool}?`,
    changes: "What would change",
    failed: "Not published",
    publish: (version: number) => `Publish version ${version}`,
    publishAnyway: (version: number) => `Publish version ${version} anyway`,
    approvals: {
      required: "A person is asked about every call.",
      when: "A person is asked where an expression says so.",
      never: "Calls run without approval.",
    } satisfies Record<StudioPublication["approval"], string>,
    notYet: "Not yet",
    ends: (calls: number) =>
      `${calls === 1 ? "One open call" : `${calls} open calls`} of the version before will end without having run.`,
    lowered: "Less protection",
  },
  run: {
    succeeded: "Succeeded",
    failed: "Failed",
    took: (milliseconds: number) => `${milliseconds} ms`,
    otherDraft: "from another draft",
    line: (line: number) => `Line ${line} of the source.`,
    input: "Input",
    output: "Output",
    log: "Log",
    requests: "Requests",
    noAnswer: "no answer",
  },
  test: {
    failed: "Not run",
    run: "Run it",
    saveAndRun: "Save and run it",
    latest: "Latest run",
    earlier: (runs: number) => `Earlier runs (${runs})`,
    forReal: "Run it for real?",
  },
  versions: {
    versions: "The versions",
    draftStays: "The draft stays as it is",
    unpublish: "Unpublish…",
    unpublishTitle: (tool: string) => `Unpublish ${tool}?`,
    unpublishVerb: "Unpublish tool",
    unpublishSays: "Agents no longer see it, and what waits for it ends without having run. Draft and versions stay.",
    neverPublished: "Not published yet",
    deleteDraft: "Delete draft",
    notDeleted: "The draft was not deleted",
    version: (version: number) => `Version ${version}`,
    liveVersion: (version: number) => `Version ${version} · live`,
    viewSource: "View source",
    sourceOf: (version: number) => `Source of version ${version}`,
    restore: (version: number) => `Make version ${version} the draft`,
  },
});
