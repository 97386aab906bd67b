import type { Evidence } from "@countersign/protocol";
import { Anchor, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { inShownWorkspace } from "../../api/request.ts";
import { evidencePath, evidenceQuery } from "../../api/audit-queries.ts";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { count } from "../../strings/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Unread } from "../../ui/unread.tsx";
import { eventWords } from "../../ui/event-words.ts";
import { LongText } from "../../ui/long-text.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import classes from "./audit-page.module.css";

/** Everything that the audit log holds on one action, with its verification. */
export function EvidencePage() {
  const { id } = useParams({ from: "/page/actions/$id/evidence" });
  const { data, error, refetch } = useQuery(evidenceQuery(id));
  if (error && !data) {
    return (
      <Unread title="The evidence could not be read" order={1} onAgain={refetch}>
        {error.code === "NOT_FOUND" ? "There is no such action in this workspace." : error.message}
      </Unread>
    );
  }
  return (
    <div className={classes.page}>
      {data ? (
        <Proof key={id} evidence={data} id={id} />
      ) : (
        <Skeleton height={300} role="status" aria-label="Reading the evidence" />
      )}
    </div>
  );
}

function Proof({ evidence: { action, entries, digestMatches, faults }, id }: { evidence: Evidence; id: string }) {
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          Evidence: <VisibleText text={action.preview.title} newlines="mark" />
        </Title>
        <StatusBadge status={action.status} isQuestion={action.isQuestion} />
      </div>
      <p className={classes.links}>
        <TextLink to="/actions/$id" params={{ id }}>
          Open the action
        </TextLink>
        <TextLink to="/audit" search={{ actionId: id }}>
          Its entries in the log
        </TextLink>
        <Anchor href={inShownWorkspace(evidencePath(id))} download={`evidence-${id}.json`} size="sm" underline="always">
          Download as JSON
        </Anchor>
      </p>
      {faults.length === 0 ? (
        <Notice tone="info" title="Everything on record holds">
          {count(entries.length, "entry", "entries")}, each hash computed again from its content and the entry before. The
          digest computed again from what is stored is <DigestChip digest={action.digest} />, the one that was decided on.
        </Notice>
      ) : (
        <Notice tone="error" title="The record does not hold">
          <ul className={classes.faults}>
            {faults.map(({ seq, problem }, index) => (
              <li key={index}>
                Entry {seq}: <VisibleText text={problem} />
              </li>
            ))}
          </ul>
          {!digestMatches && "What is stored is not what the digest names."}
        </Notice>
      )}
      <EvidenceChain entries={entries} />
    </>
  );
}

/** Entries of one action in order, each with the text that was hashed and its place in the chain. */
function EvidenceChain({ entries }: { entries: Evidence["entries"] }) {
  return (
    <ol className={classes.chain}>
      {entries.map(({ seq, at, by, kind, text, hash, previousHash, intact }) => (
        <li key={seq} className={classes.link} data-broken={!intact || undefined}>
          <p className={classes.linkHead}>
            <span>
              <b>{seq}</b> <PrincipalName principal={by} /> {eventWords()[kind] ?? <VisibleText text={kind} newlines="mark" />},{" "}
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
