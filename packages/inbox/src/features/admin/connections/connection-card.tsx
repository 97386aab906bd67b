import type { Connection, ConnectionTestResult } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, UnmaskedNotice } from "../shared/card-parts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import type { Tone } from "../../../ui/status-words.ts";
import { ConnectionActions } from "./connection-actions.tsx";
import { TestResult } from "./test-result.tsx";
import adminClasses from "../shared/admin.module.css";
import classes from "./connection.module.css";

const STATUS_WORDS = {
  ready: { label: "Ready", tone: "good" },
  problem: { label: "Can not be used", tone: "bad" },
  disabled: { label: "Disabled", tone: "quiet" },
} as const satisfies Record<Connection["status"], { label: string; tone: Tone }>;

interface Props {
  connection: Connection;
  /** Title of the connector. */
  title: string;
  /** True if the service has accounts that a person can connect. */
  hasAccounts: boolean;
  onEdit: () => void;
}

export function ConnectionCard({ connection, title, hasAccounts, onEdit }: Props) {
  const [open, setOpen] = useState(false);
  const test = useChange<ConnectionTestResult>();
  const { id, name, status, credentialFields, tools, updatedAt } = connection;
  return (
    <li>
      <article className={adminClasses.card} aria-label={`Connection ${name}`} data-off={status === "disabled" || undefined}>
        <div className={adminClasses.cardHead}>
          <h2 className={adminClasses.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={adminClasses.marks}>
            <StateBadge {...STATUS_WORDS[status]} />
            <Moment at={updatedAt} />
          </span>
        </div>
        <ConnectionNotices connection={connection} />
        <dl className={adminClasses.facts}>
          <Fact name="To">{title}</Fact>
          <Fact name="Tools">
            {tools.length === 0 ? (
              "none at hand"
            ) : (
              <code>
                <VisibleText text={tools.join(", ")} newlines="mark" />
              </code>
            )}
          </Fact>
          <Fact name="Credentials">
            {credentialFields.length === 0 ? (
              "none"
            ) : (
              <>
                set: <VisibleText text={credentialFields.join(", ")} newlines="mark" />
              </>
            )}
          </Fact>
        </dl>
        {test.data && (
          <div className={adminClasses.notice}>
            <TestResult result={test.data} />
          </div>
        )}
        {test.error && (
          <div className={adminClasses.notice}>
            <Notice tone="error" title="It could not be tested">
              {test.error.message}
            </Notice>
          </div>
        )}
        <div className={adminClasses.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={open}
            aria-label={`${open ? "Hide" : "Show"} settings of ${name}`}
            onClick={() => setOpen(!open)}
          >
            {open ? "Hide settings" : "Settings"}
          </Button>
          <ConnectionActions
            connection={connection}
            hasAccounts={hasAccounts}
            isTesting={test.isPending}
            onEdit={onEdit}
            onTest={() => test.mutate({ method: "POST", path: `${pathOf("connections", id)}/test`, body: {} })}
          />
        </div>
        {open && <ConnectionSettings connection={connection} />}
      </article>
    </li>
  );
}

function ConnectionNotices({ connection: { status, problem, withheld, unmasked } }: Pick<Props, "connection">) {
  return (
    <>
      {problem !== null && status !== "disabled" && (
        <div className={adminClasses.notice}>
          <Notice tone="error" title="Its tools are not at hand">
            <VisibleText text={problem} />
          </Notice>
        </div>
      )}
      {withheld.length > 0 && (
        <div className={adminClasses.notice}>
          <Notice tone="caution" title="Tools it could not bring">
            <ul className={adminClasses.points}>
              {withheld.map((tool) => (
                <li key={tool.name}>
                  <code>
                    <VisibleText text={tool.name} newlines="mark" />
                  </code>
                  : <VisibleText text={tool.reason} />
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <UnmaskedNotice names={unmasked} />
    </>
  );
}

function ConnectionSettings({ connection: { settings, allowPrivate, prefix } }: Pick<Props, "connection">) {
  return (
    <div className={classes.details}>
      <JsonView value={settings} />
      <dl className={adminClasses.facts}>
        <Fact name="Private addresses">{allowPrivate ? "allowed" : "refused"}</Fact>
        <Fact name="Its tools are called">
          <code>{prefix === "" ? "as they call themselves" : `${prefix}_…`}</code>
        </Fact>
      </dl>
    </div>
  );
}
