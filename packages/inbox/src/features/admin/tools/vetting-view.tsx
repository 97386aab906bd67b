import type { Tool } from "@countersign/protocol";
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
import { strings } from "../../../strings/tools.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./tool-drawer.module.css";

/** State of the tool's definition: findings, differences from the accepted definition, and a button to accept it. */
export function VettingView({ tool }: { tool: Tool }) {
  const { state, findings, fingerprint, firstSeenAt, changed } = tool.vetting;
  const waits = changed !== null;
  const words = strings.vetting;
  if (state === "vetted" && findings.length === 0 && fingerprint === null) return null;
  return (
    <section className={classes.part} aria-label={words.label}>
      {state !== "vetted" && (
        <Notice tone={state === "gone" || state === "unvetted" ? "info" : "caution"} title={words.states[state].title}>
          {words.states[state].text}
        </Notice>
      )}
      {findings.length > 0 && (
        <Notice tone={findings.some(({ severity }) => severity === "danger") ? "error" : "caution"} title={words.found}>
          <ul className={adminClasses.points}>
            {findings.map(({ severity, message, path }, index) => (
              <li key={index}>
                {severity === "danger" && <b>{words.danger} </b>}
                <Found message={message} path={path} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {changed !== null && (
        <>
          <h2 className={classes.partTitle}>
            {changed.was !== null ? words.acceptedAndNow : state === "unvetted" ? words.neverVetted : words.neverAccepted}
          </h2>
          <FieldDiff
            before={changed.was ?? undefined}
            after={changed.definition}
            layout="unified"
            wholeName={words.definition}
          />
        </>
      )}
      {fingerprint !== null && (
        <p className={classes.muted}>{words.firstSeen(<DigestChip digest={fingerprint} />, <Moment at={firstSeenAt} />)}</p>
      )}
      {waits && fingerprint !== null && <Accept tool={tool} fingerprint={fingerprint} />}
    </section>
  );
}

/** One finding, and where it is in the definition. */
function Found({ message, path }: Pick<Tool["vetting"]["findings"][number], "message" | "path">) {
  const text = <VisibleText text={message} newlines="mark" />;
  if (path === undefined) return text;
  return strings.vetting.foundAt(
    text,
    <code>
      <VisibleText text={path} newlines="mark" />
    </code>,
  );
}

/** Accepts exactly the definition on the screen. The server refuses the fingerprint if the definition changed meanwhile. */
function Accept({ tool, fingerprint }: { tool: Tool; fingerprint: string }) {
  const cache = useQueryClient();
  const words = strings.vetting[tool.vetting.state === "unvetted" ? "vet" : "accept"];
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
        {words.button}
      </DecideButton>
      {asked !== null && (
        <ConfirmDialog
          title={words.title}
          verb={words.verb}
          isSending={accept.isPending}
          error={accept.error}
          onConfirm={send}
          onCancel={close}
        >
          {words.says(tool.ratedRisk)} {strings.vetting.fingerprint(<code>{asked.slice(0, 12)}</code>)}
        </ConfirmDialog>
      )}
    </div>
  );
}
