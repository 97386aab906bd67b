import type { Connection, ConnectionTestResult, ConnectorKind } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { JsonView } from "../../../ui/json-view.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, Points, UnmaskedNotice } from "../shared/card-parts.tsx";
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
        <ConnectionNotices connection={connection} kind={kind} />
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
        {open && <ConnectionSettings connection={connection} kind={kind} />}
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
      {kind?.saysWhoIsOnCall && <OnCallFact connection={connection} />}
      {bringsTools(kind) && (
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

const bringsTools = (kind: ConnectorKind | undefined): boolean => !kind?.carriesNotifications && !kind?.saysWhoIsOnCall;

function OnCallFact({ connection: { onCall, settings } }: Pick<Props, "connection">) {
  if (onCall?.startsAt) {
    return (
      <Fact name="On call now">
        nobody before <Moment at={onCall.startsAt} />, when the waiting period for new approvers ends
      </Fact>
    );
  }
  const people = onCall?.people ?? [];
  return (
    <Fact name={`In ${String(settings["onCallTeam"])} now`}>
      {people.length === 0 ? "nobody" : <Points lines={people.map(({ name }) => name)} />}
    </Fact>
  );
}

function ConnectionNotices({ connection, kind }: Pick<Props, "connection" | "kind">) {
  const { status, problem, withheld, unmasked, onCall, settings } = connection;
  const isChannel = kind?.carriesNotifications ?? false;
  const title = isChannel
    ? "It sends nothing"
    : kind?.saysWhoIsOnCall
      ? "It is not known who is on call"
      : "Its tools are not at hand";
  const ignored = status === "disabled" ? [] : (onCall?.ignored ?? []);
  return (
    <>
      {problem !== null && status !== "disabled" && (
        <div className={adminClasses.notice}>
          <Notice tone="error" title={title}>
            <VisibleText text={problem} />
          </Notice>
        </div>
      )}
      {ignored.length > 0 && (
        <div className={adminClasses.notice}>
          <Notice tone="caution" title="On call, but not in the on-call team">
            Nobody of the team <VisibleText text={String(settings["team"])} newlines="mark" /> who may decide has this mail
            address:
            <Points lines={ignored} />
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

function ConnectionSettings({ connection: { settings, allowPrivate, prefix }, kind }: Pick<Props, "connection" | "kind">) {
  return (
    <div className={classes.details}>
      <JsonView value={settings} />
      <dl className={adminClasses.facts}>
        <Fact name="Private addresses">{allowPrivate ? "allowed" : "refused"}</Fact>
        {bringsTools(kind) && (
          <Fact name="Its tools are called">
            <code>{prefix === "" ? "as they call themselves" : `${prefix}_…`}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}
