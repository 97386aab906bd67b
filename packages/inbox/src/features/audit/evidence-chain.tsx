import type { Evidence } from "@countersign/protocol";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { EVENT_WORDS } from "../../ui/event-words.ts";
import { LongText } from "../../ui/long-text.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./audit-page.module.css";

/** The entries of one action in their order, each with its text as it was hashed and its place in the chain. */
export function EvidenceChain({ entries }: { entries: Evidence["entries"] }) {
  return (
    <ol className={classes.chain}>
      {entries.map(({ seq, at, by, kind, text, hash, previousHash, intact }) => (
        <li key={seq} className={classes.link} data-broken={!intact || undefined}>
          <p className={classes.linkHead}>
            <span>
              <b>{seq}</b> <PrincipalName principal={by} /> {EVENT_WORDS[kind] ?? <VisibleText text={kind} newlines="mark" />},{" "}
              <Moment at={at} />
            </span>
            <span>{intact ? "holds" : "does not hold"}</span>
          </p>
          <p className={classes.hashes}>
            Hash <DigestChip digest={hash} /> follows{" "}
            {previousHash === "" ? "an entry that is gone" : <DigestChip digest={previousHash} />}
          </p>
          <LongText code text={text} />
        </li>
      ))}
    </ol>
  );
}
