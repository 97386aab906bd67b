import type { StudioAccess, StudioPublication } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";

export const strings = catalogue("studio", {
  page: {
    title: "Tool Studio",
    says: "Tools written here run in a sandbox on the server, with limits on time, memory and network access. Test a tool before you publish it; agents see a published tool immediately.",
    add: "New tool…",
    tools: "Tools in the studio",
    empty: "No tools yet",
    howToAdd:
      "Write a tool in a few lines of JavaScript. A tool gets an input, can call the hosts you allow, and returns JSON.",
    search: "Search tools",
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
    title: "New tool",
    failed: "The tool was not created",
    begin: "Create draft",
    name: "Name",
    nameRules: "The name that agents call. Letters, digits, _ . and -. Cannot be changed later.",
  },
  /** The first draft of a new tool. */
  sample: {
    description: "Greets somebody by name.",
    source: `/**
 * Runs in a sandbox with only its input, and with fetch if its access settings allow hosts.
 * The return value must be JSON. If the code throws an error, the agent gets the error message.
 */
export default async function (input, { fetch }) {
  console.log("greets", input.name);
  return { greeting: \`Hello, \${input.name}!\` };
}
`,
    name: "Name of the person to greet",
  },
  tool: {
    tool: "This tool",
    says: (link: (text: string) => ReactNode) => (
      <>{link("Tool Studio")}. The published version does not change until you publish again.</>
    ),
    save: "Save draft",
    publish: "Publish…",
    notSaved: "The draft was not saved",
    parts: "Parts of the tool",
    code: "Code",
    access: "Access",
    guard: "Description & policy",
    versions: "Versions",
    test: "Test",
    source: "Source",
    sourceLabel: "Source code of the tool",
    schema: "Input schema",
    schemaSays: "JSON Schema of an object. Agents read the schema, and every call is validated against it.",
    notObject: "must be a JSON object",
    notJson: (reason: string) => `is not JSON: ${reason}`,
  },
  access: {
    reach: "Network access",
    networks: {
      none: { label: "None", says: "The tool can use only its input." },
      hosts: { label: "Listed hosts", says: "Only the hosts below." },
      any: { label: "All public hosts", says: "Never private networks." },
    } satisfies Record<StudioAccess["network"], { label: string; says: string }>,
    hosts: "Hosts, one per line",
    hostsSays: "api.example.com, *.example.com for all subdomains, http://host:8080. The default is https.",
    writes: "Allow write requests",
    writesSays: "POST, PUT, PATCH and DELETE. If off, only GET and HEAD are allowed.",
    allowPrivate: "Allow addresses on this machine and on private networks",
    destructive: "Destructive",
    destructiveSays: "Irreversible effects such as delete, send or pay.",
    risk: "Risk",
    riskAsSaved: (risk: ReactNode) => <>Risk of the saved draft: {risk}</>,
    timeout: "Timeout in seconds",
    memory: "Memory in megabytes",
    memorySays: "Includes runtime overhead",
  },
  guard: {
    title: "Title",
    titleSays: "Shown to people. If empty, the name is shown.",
    description: "Description",
    descriptionSays: "Tells agents when to call the tool.",
    risk: "Risk",
    riskSays: "Can be set higher than the level based on the tool's access, but not lower.",
    riskOfAccess: (level: number) => `Based on access (${level} of 5)`,
    riskLevel: (level: number) => `${level} of 5`,
    approval: "Approval",
    asRiskSays: (asks: boolean) => `Based on risk: ${asks ? "approval required" : "runs automatically"}`,
    required: "Every call requires approval",
    never: "Runs automatically (above risk level 0, you must confirm this choice)",
    question: "Question for the person",
    questionSays: "{toolName} and {args} are replaced with their values. If the field is empty, the default question is used.",
    group: "Group",
    groupSays: "Agents in this group see the tool once it is published. You can change the groups later under Tools.",
  },
  publish: {
    title: (tool: string) => `Publish ${tool}?`,
    changes: "Changes",
    failed: "The tool was not published",
    publish: (version: number) => `Publish version ${version}`,
    publishAnyway: (version: number) => `Publish version ${version} anyway`,
    approvals: {
      required: "Every call requires approval.",
      when: "Calls that match a condition require approval.",
      never: "Calls run without approval.",
    } satisfies Record<StudioPublication["approval"], string>,
    notYet: "Cannot be published yet",
    ends: (calls: number) =>
      `${calls === 1 ? "One open call" : `${calls} open calls`} to the previous version will end without running.`,
    lowered: "Less protection",
  },
  run: {
    succeeded: "Succeeded",
    failed: "Failed",
    took: (milliseconds: number) => `${milliseconds} ms`,
    otherDraft: "run with a different draft",
    line: (line: number) => `Line ${line} of the source.`,
    input: "Input",
    output: "Output",
    log: "Log",
    requests: "Requests",
    noAnswer: "no answer",
  },
  test: {
    failed: "The test did not run",
    run: "Run test",
    saveAndRun: "Save and run test",
    latest: "Latest run",
    earlier: (runs: number) => `Earlier runs (${runs})`,
    forReal: "Run with real requests?",
  },
  versions: {
    versions: "Versions",
    draftStays: "The draft was not changed",
    unpublish: "Unpublish…",
    unpublishTitle: (tool: string) => `Unpublish ${tool}?`,
    unpublishVerb: "Unpublish tool",
    unpublishSays:
      "Agents no longer see the tool, and its waiting calls end without running. The draft and all versions are kept.",
    neverPublished: "Not published yet",
    deleteDraft: "Delete draft",
    notDeleted: "The draft was not deleted",
    version: (version: number) => `Version ${version}`,
    liveVersion: (version: number) => `Version ${version} · published`,
    viewSource: "View source",
    sourceOf: (version: number) => `Source of version ${version}`,
    restore: (version: number) => `Use version ${version} as draft`,
  },
});
