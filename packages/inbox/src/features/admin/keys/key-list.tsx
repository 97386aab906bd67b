import { displayText, type Key } from "@countersign/protocol";
import { Button, Switch } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { Blank } from "../../../ui/blank.tsx";
import { count } from "../../../strings/count.ts";
import { Moment } from "../../../ui/moment.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { roleWords } from "../../../ui/role-words.ts";
import { Fact } from "../shared/card-parts.tsx";
import { RevokeKey } from "../shared/revoke-key.tsx";
import classes from "../shared/admin.module.css";

const KIND_WORDS = { agent: "Agent key", worker: "Worker key", user: "Personal token" } as const;

const SCOPE_WORDS = {
  read: "Reading only",
  manage: "Everything but deciding",
  decide: "Deciding without a terminal",
} as const;

export function KeyList({ rows }: { rows: readonly Key[] }) {
  const [withRevoked, setWithRevoked] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const revoked = rows.filter(({ revokedAt }) => revokedAt !== null);
  const shown = withRevoked ? rows : rows.filter(({ revokedAt }) => revokedAt === null);
  return (
    <>
      {revoked.length > 0 && (
        <Switch
          size="xs"
          label={`Show ${count(revoked.length, "revoked key")} too`}
          checked={withRevoked}
          onChange={({ currentTarget }) => setWithRevoked(currentTarget.checked)}
        />
      )}
      {shown.length === 0 ? (
        <Blank icon={<IconKey size={26} />} title="No key is in use">
          Make one when a program needs it. It is shown once, and can be revoked at any time.
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
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Revoke ${displayText(key.name, { newlines: "mark" })}`}
                    onClick={() => setRevoking(key)}
                  >
                    Revoke…
                  </Button>
                )}
              </div>
              <KeyFacts apiKey={key} />
            </li>
          ))}
        </ul>
      )}
      {revoking && (
        <RevokeKey id={revoking.id} name={revoking.name} onClose={() => setRevoking(null)}>
          {revoking.kind === "worker"
            ? "The worker is refused from its next request on. What it runs at this moment can no longer be reported and counts as a lost run. Its tools stay, but nobody runs them."
            : "Scripts that use it are refused from their next request on."}
        </RevokeKey>
      )}
    </>
  );
}

function KeyFacts({ apiKey: { kind, prefix, role, scope, createdAt, expiresAt, lastUsedAt, revokedAt } }: { apiKey: Key }) {
  return (
    <dl className={classes.facts}>
      <Fact name="Kind">{KIND_WORDS[kind]}</Fact>
      <Fact name="Begins with">
        <code>{prefix}…</code>
      </Fact>
      {role !== null && <Fact name="Role">{roleWords(role).label}</Fact>}
      {scope !== null && <Fact name="Made for">{SCOPE_WORDS[scope]}</Fact>}
      <Fact name="Made">
        <Moment at={createdAt} />
      </Fact>
      <Fact name="Last used">{lastUsedAt === null ? "never" : <Moment at={lastUsedAt} />}</Fact>
      {expiresAt !== null && revokedAt === null && (
        <Fact name="Ends">
          <Moment at={expiresAt} />
        </Fact>
      )}
      {revokedAt !== null && (
        <Fact name="Revoked">
          <Moment at={revokedAt} />
        </Fact>
      )}
    </dl>
  );
}
