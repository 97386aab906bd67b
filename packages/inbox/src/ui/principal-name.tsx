import type { PrincipalRef } from "@countersign/protocol";
import { VisibleText } from "./visible-text.tsx";

const KIND_WORDS = { user: "", agent: "agent", worker: "worker", system: "" } as const satisfies Record<
  PrincipalRef["kind"],
  string
>;

/** Whether the system itself acted. A grant acts for the person who wrote it, and is shown by its own name. */
const isOurs = ({ kind, id }: PrincipalRef): boolean => kind === "system" && !id.startsWith("grant:");

/** Name of a principal. People and agents choose these names, so they are shown like untrusted text. */
export function PrincipalName({ principal }: { principal: PrincipalRef }) {
  const kind = KIND_WORDS[principal.kind];
  return (
    <>
      {kind === "" ? "" : `${kind} `}
      <b>
        <VisibleText text={isOurs(principal) ? "Countersign" : principal.name} newlines="mark" />
      </b>
    </>
  );
}
