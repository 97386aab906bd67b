import type { PrincipalRef } from "@countersign/protocol";
import { VisibleText } from "./visible-text.tsx";

const KIND_WORDS = { user: "", agent: "agent", worker: "worker", system: "" } as const satisfies Record<
  PrincipalRef["kind"],
  string
>;

/** A standing grant acts for who wrote it, and is called by its name. */
const isOurs = ({ kind, id }: PrincipalRef): boolean => kind === "system" && !id.startsWith("grant:");

/** Who did something. Names are chosen by people and agents, so they are shown with care too. */
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
