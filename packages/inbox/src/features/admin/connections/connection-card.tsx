import type { Connection, ConnectionTestResult, ConnectorKind } from "@countersign/protocol";
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

/** Words for the values of a channel's setting `shows`. */
const EXPOSURE_WORDS: Readonly<Record<string, string>> = {
  link: "ids and a link",
  summary: "tool, risk, agent and a link",
  fields: "also chosen arguments",
  everything: "also all arguments",
};

const STATUS_WORDS = {
  ready: { label: "Ready", tone: "good" },
  problem: { label: "Can not be used", tone: "bad" },
  disabled: { label: "Disabled", tone: "quiet" },
} as const satisfies Record<Connection["status"], { label: string; tone: Tone }>;

interface Props {
  connection: Connection;
  /** Undefined if this server has no such connector. */
  kind: ConnectorKind | undefined;
  onEdit: () => void;
}

export function ConnectionCard({ connection, kind, onEdit }: Props) {
  const [open, setOpen] = useState(false);
  const test = useChange<ConnectionTestResult>();
  const isChannel = kind?.carriesNotifications ?? false;
  const { id, name, status, updatedAt } = connection;
  return (
    <li>
      <article
        className={adminClasses.card}
        aria-label={`${isChannel ? "Channel" : "Connection"} ${name}`}
        data-off={status === "disabled" || undefined}
      >
        <div className={adminClasses.cardHead}>
          <h2 className={adminClasses.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={adminClasses.marks}>
            <StateBadge {...STATUS_WORDS[status]} />
            <Moment at={updatedAt} />
          </span>
        </div>
        <ConnectionNotices connection={connection} isChannel={isChannel} />
        <ConnectionFacts connection={connection} kind={kind} />
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
            hasAccounts={kind?.hasAccounts ?? false}
            isChannel={isChannel}
            isTesting={test.isPending}
            onEdit={onEdit}
            onTest={() => test.mutate({ method: "POST", path: `${pathOf("connections", id)}/test`, body: {} })}
          />
        </div>
        {open && <ConnectionSettings connection={connection} isChannel={isChannel} />}
      </article>
    </li>
  );
}

function ConnectionFacts({ connection, kind }: Pick<Props, "connection" | "kind">) {
  const { tools, credentialFields } = connection;
  const isChannel = kind?.carriesNotifications ?? false;
  return (
    <dl className={adminClasses.facts}>
      <Fact name={isChannel ? "By" : "To"}>{kind?.title ?? connection.connector}</Fact>
      {isChannel && <Fact name="Shows">{EXPOSURE_WORDS[String(connection.settings["shows"])] ?? "–"}</Fact>}
      {!isChannel && (
        <Fact name="Tools">
          {tools.length === 0 ? (
            "none at hand"
          ) : (
            <code>
              <VisibleText text={tools.join(", ")} newlines="mark" />
            </code>
          )}
        </Fact>
      )}
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
  );
}

interface PartProps {
  connection: Connection;
  /** It carries notifications, and brings no tools. */
  isChannel: boolean;
}

function ConnectionNotices({ connection: { status, problem, withheld, unmasked }, isChannel }: PartProps) {
  return (
    <>
      {problem !== null && status !== "disabled" && (
        <div className={adminClasses.notice}>
          <Notice tone="error" title={isChannel ? "It sends nothing" : "Its tools are not at hand"}>
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

function ConnectionSettings({ connection: { settings, allowPrivate, prefix }, isChannel }: PartProps) {
  return (
    <div className={classes.details}>
      <JsonView value={settings} />
      <dl className={adminClasses.facts}>
        <Fact name="Private addresses">{allowPrivate ? "allowed" : "refused"}</Fact>
        {!isChannel && (
          <Fact name="Its tools are called">
            <code>{prefix === "" ? "as they call themselves" : `${prefix}_…`}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}
