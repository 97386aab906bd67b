import { type GrantState, displayText, type Grant } from "@countersign/protocol";
import { Button, Code } from "@mantine/core";
import type { Tone } from "../../../ui/status-words.ts";
import { count } from "../../../strings/count.ts";
import { Moment } from "../../../ui/moment.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import classes from "../shared/admin.module.css";

/** Label of each grant state, and its effect on calls. */
const GRANT_WORDS = {
  live: { label: "Live", tone: "good", says: "calls it is true of pass" },
  used_up: { label: "Used up", tone: "quiet", says: "every call asks a person again" },
  expired: { label: "Expired", tone: "quiet", says: "every call asks a person again" },
  revoked: { label: "Revoked", tone: "quiet", says: "every call asks a person again" },
  tool_changed: { label: "Tool changed", tone: "bad", says: "the tool is not the one it was written for, so every call asks" },
  author_gone: { label: "Author gone", tone: "bad", says: "its author may no longer decide on the tool, so every call asks" },
} as const satisfies Record<GrantState, { label: string; tone: Tone; says: string }>;

export function GrantCard({ grant, onRevoke }: { grant: Grant; onRevoke: () => void }) {
  const { toolName, agent, allowWhen, note, maxUses, uses, expiresAt, state, writtenBy, createdAt, revokedAt, revokedBy } =
    grant;
  const words = GRANT_WORDS[state];
  const shown = displayText(`${toolName} for ${agent.name}`, { newlines: "mark" });
  return (
    <li>
      <article className={classes.card} aria-label={`Grant of ${shown}`} data-off={state === "revoked" || undefined}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={toolName} newlines="mark" /> for <VisibleText text={agent.name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            <StateBadge tone={words.tone} label={words.label} />
          </span>
        </div>
        <p>
          <Code>
            <VisibleText text={allowWhen} newlines="mark" />
          </Code>
        </p>
        <dl className={classes.facts}>
          <Fact name="Now">{words.says}</Fact>
          <Fact name="Uses">
            {uses} of {count(maxUses, "time")}
            {uses > 0 && (
              <>
                {" "}
                <TextLink to="/audit" search={{ q: grant.id }}>
                  on the record
                </TextLink>
              </>
            )}
          </Fact>
          <Fact name="Until">
            <Moment at={expiresAt} />
          </Fact>
          <Fact name="Written">
            by <VisibleText text={writtenBy.name} newlines="mark" />, <Moment at={createdAt} />
          </Fact>
          {revokedAt !== null && (
            <Fact name="Revoked">
              by <VisibleText text={revokedBy?.name ?? ""} newlines="mark" />, <Moment at={revokedAt} />
            </Fact>
          )}
          {note !== null && (
            <Fact name="Why">
              <VisibleText text={note} newlines="mark" />
            </Fact>
          )}
        </dl>
        {state !== "revoked" && (
          <div className={classes.buttons}>
            <Button size="compact-sm" variant="default" aria-label={`Revoke the grant of ${shown}`} onClick={onRevoke}>
              Revoke…
            </Button>
          </div>
        )}
      </article>
    </li>
  );
}
