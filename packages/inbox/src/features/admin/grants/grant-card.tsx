import { type GrantState, displayText, type Grant } from "@countersign/protocol";
import { Button, Code } from "@mantine/core";
import type { Tone } from "../../../ui/status-words.ts";
import { strings } from "../../../strings/grants.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import classes from "../shared/admin.module.css";

const TONES = {
  live: "good",
  used_up: "quiet",
  expired: "quiet",
  revoked: "quiet",
  tool_changed: "bad",
  author_gone: "bad",
} as const satisfies Record<GrantState, Tone>;

export function GrantCard({ grant, onRevoke }: { grant: Grant; onRevoke: () => void }) {
  const { toolName, agent, allowWhen, note, maxUses, uses, expiresAt, state, writtenBy, createdAt, revokedAt, revokedBy } =
    grant;
  const words = strings.card;
  const shown = displayText(words.toolForAgent(toolName, agent.name), { newlines: "mark" });
  return (
    <li>
      <article className={classes.card} aria-label={words.label(shown)} data-off={state === "revoked" || undefined}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            {words.title(<VisibleText text={toolName} newlines="mark" />, <VisibleText text={agent.name} newlines="mark" />)}
          </h2>
          <span className={classes.marks}>
            <StateBadge tone={TONES[state]} label={strings.states[state].label} />
          </span>
        </div>
        <p>
          <Code>
            <VisibleText text={allowWhen} newlines="mark" />
          </Code>
        </p>
        <dl className={classes.facts}>
          <Fact name={words.now}>{strings.states[state].says}</Fact>
          <Fact name={words.uses}>
            {words.used(uses, maxUses)}
            {uses > 0 && (
              <>
                {" "}
                <TextLink to="/audit" search={{ q: grant.id }}>
                  {words.onRecord}
                </TextLink>
              </>
            )}
          </Fact>
          <Fact name={words.until}>
            <Moment at={expiresAt} />
          </Fact>
          <Fact name={words.written}>
            {words.byAt(<VisibleText text={writtenBy.name} newlines="mark" />, <Moment at={createdAt} />)}
          </Fact>
          {revokedAt !== null && (
            <Fact name={words.revoked}>
              {words.byAt(<VisibleText text={revokedBy?.name ?? ""} newlines="mark" />, <Moment at={revokedAt} />)}
            </Fact>
          )}
          {note !== null && (
            <Fact name={words.why}>
              <VisibleText text={note} newlines="mark" />
            </Fact>
          )}
        </dl>
        {state !== "revoked" && (
          <div className={classes.buttons}>
            <Button size="compact-sm" variant="default" aria-label={words.revokeGrantOf(shown)} onClick={onRevoke}>
              {words.revoke}
            </Button>
          </div>
        )}
      </article>
    </li>
  );
}
