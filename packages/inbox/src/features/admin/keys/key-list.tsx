import { displayText, type Key } from "@countersign/protocol";
import { Button, Switch } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { strings } from "../../../strings/keys.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { roleWords } from "../../../ui/role-words.ts";
import { Fact } from "../shared/card-parts.tsx";
import { KeyTasks } from "../shared/key-tasks.tsx";
import { ExpiryBadge, LimitFacts } from "../shared/limit-facts.tsx";
import { RevokeKey } from "../shared/revoke-key.tsx";
import classes from "../shared/admin.module.css";

export function KeyList({ rows }: { rows: readonly Key[] }) {
  const [withRevoked, setWithRevoked] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const revoked = rows.filter(({ revokedAt }) => revokedAt !== null);
  const words = strings.list;
  const shown = withRevoked ? rows : rows.filter(({ revokedAt }) => revokedAt === null);
  return (
    <>
      {revoked.length > 0 && (
        <Switch
          size="xs"
          label={words.showRevoked(revoked.length)}
          checked={withRevoked}
          onChange={({ currentTarget }) => setWithRevoked(currentTarget.checked)}
        />
      )}
      {shown.length === 0 ? (
        <Blank icon={<IconKey size={26} />} title={words.noneInUse}>
          {words.noneInUseSays}
        </Blank>
      ) : (
        <ul className={classes.list}>
          {shown.map((key) => (
            <li key={key.id} className={classes.card} data-off={key.revokedAt !== null || undefined}>
              <div className={classes.cardHead}>
                <h2 className={classes.cardTitle}>
                  <VisibleText text={key.name} newlines="mark" />
                </h2>
                {key.revokedAt === null && (
                  <span className={classes.marks}>
                    <ExpiryBadge apiKey={key} />
                    {key.kind === "worker" && <KeyTasks apiKey={key} />}
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={words.revokeOf(displayText(key.name, { newlines: "mark" }))}
                      onClick={() => setRevoking(key)}
                    >
                      {words.revoke}
                    </Button>
                  </span>
                )}
              </div>
              <KeyFacts apiKey={key} />
            </li>
          ))}
        </ul>
      )}
      {revoking && (
        <RevokeKey id={revoking.id} name={revoking.name} onClose={() => setRevoking(null)}>
          {revoking.kind === "worker" ? words.revokingWorker : words.revokingToken}
        </RevokeKey>
      )}
    </>
  );
}

function KeyFacts({ apiKey }: { apiKey: Key }) {
  const { kind, prefix, role, scope, createdAt, lastUsedAt, revokedAt } = apiKey;
  const words = strings.list;
  return (
    <dl className={classes.facts}>
      <Fact name={words.kind}>{words.kinds[kind]}</Fact>
      <Fact name={words.beginsWith}>{prefix === "" ? words.byOAuth : <code>{prefix}…</code>}</Fact>
      {role !== null && <Fact name={words.role}>{roleWords(role).label}</Fact>}
      {scope !== null && <Fact name={words.madeFor}>{words.scopes[scope]}</Fact>}
      <Fact name={words.made}>
        <Moment at={createdAt} />
      </Fact>
      <Fact name={words.lastUsed}>{lastUsedAt === null ? words.never : <Moment at={lastUsedAt} />}</Fact>
      {revokedAt === null && <LimitFacts apiKey={apiKey} />}
      {revokedAt !== null && (
        <Fact name={words.revoked}>
          <Moment at={revokedAt} />
        </Fact>
      )}
    </dl>
  );
}
