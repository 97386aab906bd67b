import type { Connection, ConnectionTestResult, ConnectorKind } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/connections.tsx";
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

const STATUS_TONES = {
  ready: "good",
  problem: "bad",
  disabled: "quiet",
} as const satisfies Record<Connection["status"], Tone>;

interface Props {
  connection: Connection;
  /** Undefined if this server has no such connector. */
  kind: ConnectorKind | undefined;
  onEdit: () => void;
}

export function ConnectionCard({ connection, kind, onEdit }: Props) {
  const words = strings.card;
  const [open, setOpen] = useState(false);
  const test = useChange<ConnectionTestResult>();
  const isChannel = kind?.carriesNotifications ?? false;
  const { id, name, status, updatedAt } = connection;
  return (
    <li>
      <article
        className={adminClasses.card}
        aria-label={isChannel ? words.channel(name) : words.connection(name)}
        data-off={status === "disabled" || undefined}
      >
        <div className={adminClasses.cardHead}>
          <h2 className={adminClasses.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={adminClasses.marks}>
            <StateBadge tone={STATUS_TONES[status]} label={strings.status[status]} />
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
            <Notice tone="error" title={words.notTested}>
              {test.error.message}
            </Notice>
          </div>
        )}
        <div className={adminClasses.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={open}
            aria-label={open ? words.hideSettingsOf(name) : words.showSettingsOf(name)}
            onClick={() => setOpen(!open)}
          >
            {open ? words.hideSettings : words.settings}
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
  const words = strings.card;
  const exposures: Readonly<Record<string, string>> = strings.exposure;
  const { tools, credentialFields } = connection;
  const isChannel = kind?.carriesNotifications ?? false;
  return (
    <dl className={adminClasses.facts}>
      <Fact name={isChannel ? strings.channelKind : strings.service}>{kind?.title ?? connection.connector}</Fact>
      {isChannel && <Fact name={words.shows}>{exposures[String(connection.settings["shows"])] ?? "–"}</Fact>}
      {kind?.saysWhoIsOnCall && <OnCallFact connection={connection} />}
      {bringsTools(kind) && (
        <Fact name={words.tools}>
          {tools.length === 0 ? (
            words.noTools
          ) : (
            <code>
              <VisibleText text={tools.join(", ")} newlines="mark" />
            </code>
          )}
        </Fact>
      )}
      <Fact name={words.credentials}>
        {credentialFields.length === 0
          ? words.noCredentials
          : words.credentialsSet(<VisibleText text={credentialFields.join(", ")} newlines="mark" />)}
      </Fact>
    </dl>
  );
}

const bringsTools = (kind: ConnectorKind | undefined): boolean => !kind?.carriesNotifications && !kind?.saysWhoIsOnCall;

function OnCallFact({ connection: { onCall, settings } }: Pick<Props, "connection">) {
  if (onCall?.startsAt) {
    return <Fact name={strings.onCall.now}>{strings.onCall.nobodyBefore(<Moment at={onCall.startsAt} />)}</Fact>;
  }
  const people = onCall?.people ?? [];
  return (
    <Fact name={strings.onCall.nowIn(String(settings["onCallTeam"]))}>
      {people.length === 0 ? strings.onCall.nobody : <Points lines={people.map(({ name }) => name)} />}
    </Fact>
  );
}

function ConnectionNotices({ connection, kind }: Pick<Props, "connection" | "kind">) {
  const { status, problem, withheld, unmasked, onCall, settings } = connection;
  const isChannel = kind?.carriesNotifications ?? false;
  const title = isChannel ? strings.problems.channel : kind?.saysWhoIsOnCall ? strings.problems.onCall : strings.problems.tools;
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
          <Notice tone="caution" title={strings.onCall.ignored}>
            {strings.onCall.ignoredSays(<VisibleText text={String(settings["team"])} newlines="mark" />)}
            <Points lines={ignored} />
          </Notice>
        </div>
      )}
      {withheld.length > 0 && (
        <div className={adminClasses.notice}>
          <Notice tone="caution" title={strings.problems.withheld}>
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
  const words = strings.card;
  return (
    <div className={classes.details}>
      <JsonView value={settings} />
      <dl className={adminClasses.facts}>
        <Fact name={words.privateAddresses}>{allowPrivate ? words.allowed : words.refused}</Fact>
        {bringsTools(kind) && (
          <Fact name={words.toolNames}>
            <code>{prefix === "" ? words.ownNames : `${prefix}_…`}</code>
          </Fact>
        )}
      </dl>
    </div>
  );
}
