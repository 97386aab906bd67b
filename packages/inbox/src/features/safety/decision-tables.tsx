import { FAILURE_CODES, type FailureCode, type Safety } from "@countersign/protocol";
import { failureWords, statusLabel } from "../../ui/status-words.ts";
import { Section } from "./section.tsx";

/** Names of the channels in which decisions are made; an unknown channel is shown as it is. */
const DOORS: Readonly<Record<string, string>> = {
  inbox: "Inbox",
  api: "API",
  cli: "Command line",
  elicitation: "At an MCP client",
  message: "In a message",
  chat: "Chat",
  embed: "Embedded page",
  policy: "Policy",
};

export function Doors({ doors }: Pick<Safety, "doors">) {
  return (
    <Section
      title="Decisions by channel"
      none="Nobody decided anything."
      head={["Where", "Approved", "Rejected", "Sent back"]}
      rows={doors.map(({ channel, approved, rejected, refined }) => ({
        key: channel,
        cells: [DOORS[channel] ?? channel, approved, rejected, refined],
      }))}
    />
  );
}

export function Ends({ outcomes, failures }: Pick<Safety, "outcomes" | "failures">) {
  const ends = outcomes.map(({ status, count }) => ({ key: status, cells: [statusLabel(status), count, ""] }));
  const causes = failures.map(({ code, count }) => ({ key: `failed ${code}`, cells: ["Failed", count, wordsOf(code)] }));
  return (
    <Section
      title="What became of proposals"
      none="Nothing was proposed."
      head={["Outcome", "Actions", "Why"]}
      rows={[...ends.filter(({ key }) => key !== "failed"), ...causes]}
    />
  );
}

const isFailure = (code: string): code is FailureCode => (FAILURE_CODES as readonly string[]).includes(code);
const wordsOf = (code: string): string => (isFailure(code) ? failureWords(code) : code);
