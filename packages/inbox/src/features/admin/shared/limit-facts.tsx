import type { Key } from "@countersign/protocol";
import { strings } from "../../../strings/key-limits.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { useClock } from "../../../ui/use-clock.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "./card-parts.tsx";
import { stateOf } from "./key-limits.ts";

/** Facts of a key that is not revoked: what limits it, where it was refused, and the key that it replaced. */
export function LimitFacts({ apiKey }: { apiKey: Key }) {
  const { expiresAt, allowedAddresses, formerKey, lastRefused } = apiKey;
  return (
    <>
      {expiresAt !== null && (
        <Fact name={strings.expires}>
          <Moment at={expiresAt} />
        </Fact>
      )}
      {allowedAddresses.length > 0 && (
        <Fact name={strings.allowedAddresses}>
          <VisibleText text={allowedAddresses.join(", ")} newlines="mark" />
        </Fact>
      )}
      {lastRefused && (
        <Fact name={strings.lastRefused}>
          {strings.refusedFrom(<Moment at={lastRefused.at} />, <VisibleText text={lastRefused.address} newlines="mark" />)}
        </Fact>
      )}
      {formerKey && (
        <Fact name={strings.formerKey}>
          {strings.formerValidUntil(<code>{formerKey.prefix}…</code>, <Moment at={formerKey.validUntil} />)};{" "}
          <FormerUse formerKey={formerKey} />
        </Fact>
      )}
    </>
  );
}

/** Whether the former key was used after the rotation. */
function FormerUse({ formerKey: { lastUsedAt, replacedAt } }: { formerKey: NonNullable<Key["formerKey"]> }) {
  const isUsed = lastUsedAt !== null && Date.parse(lastUsedAt) > Date.parse(replacedAt);
  return isUsed ? strings.formerUsed(<Moment at={lastUsedAt} />) : strings.formerUnused;
}

/** Marks a key that has expired, or that expires within 14 days. */
export function ExpiryBadge({ apiKey }: { apiKey: Key }) {
  const state = stateOf(apiKey, useClock());
  if (state === "valid") return null;
  return state === "expired" ? (
    <StateBadge tone="bad" label={strings.expired} />
  ) : (
    <StateBadge tone="waiting" label={strings.expiresSoon} />
  );
}
