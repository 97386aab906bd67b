import type { StudioDraft } from "@countersign/protocol";

/** What a new tool begins with: it answers, and reaches nothing. */
export const NEW_DRAFT: StudioDraft = {
  title: null,
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
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", description: "Who is greeted" } },
    required: ["name"],
    additionalProperties: false,
  },
  access: { network: "none", hosts: [], writes: false, destructive: false, allowPrivate: false },
  limits: { seconds: 5, megabytes: 32 },
  risk: null,
  approval: null,
  promptTemplate: null,
  group: "default",
};
