import type { PrincipalRef } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";
import { VisibleText } from "./visible-text.tsx";

/** Whether the system itself acted. A grant acts for the person who wrote it, and is shown by its own name. */
const isOurs = ({ kind, id }: PrincipalRef): boolean => kind === "system" && !id.startsWith("grant:");

/** Name of a principal. People and agents choose these names, so they are shown like untrusted text. */
export function PrincipalName({ principal }: { principal: PrincipalRef }) {
  const { kind } = principal;
  return (
    <>
      {kind === "agent" || kind === "worker" ? `${strings.principals[kind]} ` : ""}
      <b>
        <VisibleText text={isOurs(principal) ? strings.countersign : principal.name} newlines="mark" />
      </b>
    </>
  );
}
