import { riskName, type Tool } from "@countersign/protocol";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

const SAYS = {
  unvetted: {
    title: "Not vetted: its server is not trusted, and nobody has looked at it",
    text: "Agents see it and its calls require approval. Rules take it for the highest risk until you vet it.",
  },
  changed: {
    title: "Its definition changed, so agents do not see it",
    text: "This is not what was accepted. Read what differs; what waited on the old definition has ended as changed.",
  },
  withheld: {
    title: "Withheld: agents do not see it",
    text: "Something in its definition has to be looked at by a person first.",
  },
  gone: {
    title: "Its server no longer lists it",
    text: "Calls answer that it is gone. It comes back when the server lists it again.",
  },
} as const;

/** State of the tool's definition: findings, differences from the accepted definition, and a button to accept it. */
export function VettingView({ tool }: { tool: Tool }) {
  const { state, findings, fingerprint, firstSeenAt, changed } = tool.vetting;
  const waits = changed !== null;
  return (
    <section className={classes.part} aria-label="Definition">
      {state !== "vetted" && (
        <Notice tone={state === "gone" || state === "unvetted" ? "info" : "caution"} title={SAYS[state].title}>
          {SAYS[state].text}
        </Notice>
      )}
      {findings.length > 0 && (
        <Notice
          tone={findings.some(({ severity }) => severity === "danger") ? "error" : "caution"}
          title="Found in its definition"
        >
          <ul className={adminClasses.points}>
            {findings.map(({ severity, message, path }, index) => (
              <li key={index}>
                {severity === "danger" && <b>Danger: </b>}
                <VisibleText text={message} newlines="mark" />
                {path !== undefined && (
                  <>
                    {" "}
                    at{" "}
                    <code>
                      <VisibleText text={path} newlines="mark" />
                    </code>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {changed !== null && (
        <>
          <h2 className={classes.partTitle}>
            {changed.was !== null
              ? "Accepted, and now"
              : state === "unvetted"
                ? "The definition, never vetted yet"
                : "The definition, never accepted yet"}
          </h2>
          <FieldDiff before={changed.was ?? undefined} after={changed.definition} layout="unified" wholeName="Definition" />
        </>
      )}
      {fingerprint !== null && (
        <p className={classes.muted}>
          Fingerprint <DigestChip digest={fingerprint} />, first seen <Moment at={firstSeenAt} />
        </p>
      )}
      {waits && fingerprint !== null && <Accept tool={tool} fingerprint={fingerprint} />}
    </section>
  );
}

/** Accepts exactly the definition on the screen. The server refuses the fingerprint if the definition changed meanwhile. */
function Accept({ tool, fingerprint }: { tool: Tool; fingerprint: string }) {
  const cache = useQueryClient();
  const isVetting = tool.vetting.state === "unvetted";
  const accept = useChange<Tool>(keys.tools, keys.tool(tool.name), keys.upstreams);
  const armed = useArmed(fingerprint);
  /** Fingerprint of the definition on the screen at the click. */
  const [asked, setAsked] = useState<string | null>(null);
  const close = (): void => {
    setAsked(null);
    accept.reset();
  };
  const send = (): void =>
    accept.mutate(
      { method: "PUT", path: pathOf("tools", tool.name), body: { acceptDefinition: asked, confirm: true } },
      {
        onSuccess: (answer) => {
          cache.setQueryData(keys.tool(tool.name), answer);
          close();
        },
      },
    );
  return (
    <div>
      <DecideButton armed={armed} variant="default" onClick={() => setAsked(fingerprint)}>
        {isVetting ? "Vet this definition…" : "Accept this definition…"}
      </DecideButton>
      {asked !== null && (
        <ConfirmDialog
          title={isVetting ? "Vet this definition?" : "Accept this definition?"}
          verb={isVetting ? "Vet it" : "Accept it"}
          isSending={accept.isPending}
          error={accept.error}
          onConfirm={send}
          onCancel={close}
        >
          {isVetting
            ? `Rules go by its risk from now on: ${riskName(tool.ratedRisk)}. Its calls still require approval.`
            : "Agents of its groups see the definition as it stands now and may call it. What was found in it stays on the record."}{" "}
          Fingerprint <code>{asked.slice(0, 12)}</code>.
        </ConfirmDialog>
      )}
    </div>
  );
}
