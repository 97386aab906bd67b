import type { StudioRun } from "@countersign/protocol";
import { strings } from "../../../strings/studio.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./studio.module.css";

const Json = ({ label, text }: { label: string; text: string }) => (
  <div>
    <p className={classes.label}>{label}</p>
    <pre className={adminClasses.code} tabIndex={0} role="group" aria-label={label}>
      <VisibleText text={text} />
    </pre>
  </div>
);

/** One recorded run: input, output or error, log and HTTP requests. */
export function RunView({ run }: { run: StudioRun }) {
  const words = strings.run;
  const { ok, input, output, error, logs, requests, durationMs, isDraft, at, by } = run;
  return (
    <div className={classes.run}>
      <p className={classes.runHead}>
        <StateBadge tone={ok ? "good" : "bad"} label={ok ? words.succeeded : words.failed} />
        <span>
          <Moment at={at} /> · {words.took(durationMs)} · <VisibleText text={by} newlines="mark" />
        </span>
        {!isDraft && <span>{words.otherDraft}</span>}
      </p>
      {error && (
        <p role="alert" className={classes.fault}>
          <VisibleText text={error.message} />
          {error.line !== null && ` ${words.line(error.line)}`}
        </p>
      )}
      <Json label={words.input} text={JSON.stringify(input, null, 2)} />
      {ok && <Json label={words.output} text={JSON.stringify(output, null, 2)} />}
      {logs.length > 0 && <Json label={words.log} text={logs.map(({ level, text }) => `${level}: ${text}`).join("\n")} />}
      {requests.length > 0 && (
        <Json
          label={words.requests}
          text={requests
            .map(({ method, url, status, refusal }) => `${method} ${url} → ${status ?? refusal ?? words.noAnswer}`)
            .join("\n")}
        />
      )}
    </div>
  );
}
