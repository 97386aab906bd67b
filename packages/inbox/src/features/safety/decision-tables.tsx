import { FAILURE_CODES, type FailureCode, type Safety } from "@countersign/protocol";
import { strings } from "../../strings/safety.tsx";
import { failureWords, statusLabel } from "../../ui/status-words.ts";
import { Section } from "./section.tsx";

export function Doors({ doors }: Pick<Safety, "doors">) {
  const { title, none, head, names } = strings.channels;
  // An unknown channel is shown as it is.
  const known: Readonly<Record<string, string>> = names;
  return (
    <Section
      title={title}
      none={none}
      head={head}
      rows={doors.map(({ channel, approved, rejected, refined }) => ({
        key: channel,
        cells: [known[channel] ?? channel, approved, rejected, refined],
      }))}
    />
  );
}

export function Ends({ outcomes, failures }: Pick<Safety, "outcomes" | "failures">) {
  const { title, none, head, failed } = strings.ends;
  const ends = outcomes.map(({ status, count }) => ({ key: status, cells: [statusLabel(status), count, ""] }));
  const causes = failures.map(({ code, count }) => ({ key: `failed ${code}`, cells: [failed, count, wordsOf(code)] }));
  return <Section title={title} none={none} head={head} rows={[...ends.filter(({ key }) => key !== "failed"), ...causes]} />;
}

const isFailure = (code: string): code is FailureCode => (FAILURE_CODES as readonly string[]).includes(code);
const wordsOf = (code: string): string => (isFailure(code) ? failureWords(code) : code);
