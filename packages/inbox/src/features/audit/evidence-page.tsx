import type { Evidence } from "@countersign/protocol";
import { Anchor, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { inShownWorkspace } from "../../api/request.ts";
import { evidencePath, evidenceQuery } from "../../api/audit-queries.ts";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { strings } from "../../strings/audit.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Unread } from "../../ui/unread.tsx";
import { wordsOfEvent } from "../../ui/event-words.ts";
import { LongText } from "../../ui/long-text.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import classes from "./audit-page.module.css";

/** Everything that the audit log holds on one action, with its verification. */
export function EvidencePage() {
  const words = strings.proof;
  const { id } = useParams({ from: "/page/actions/$id/evidence" });
  const { data, error, refetch } = useQuery(evidenceQuery(id));
  if (error && !data) {
    return (
      <Unread title={words.notRead} order={1} onAgain={refetch}>
        {error.code === "NOT_FOUND" ? words.noSuchAction : error.message}
      </Unread>
    );
  }
  return (
    <div className={classes.page}>
      {data ? <Proof key={id} evidence={data} id={id} /> : <Skeleton height={300} role="status" aria-label={words.reading} />}
    </div>
  );
}

function Proof({ evidence: { action, entries, digestMatches, faults }, id }: { evidence: Evidence; id: string }) {
  const words = strings.proof;
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {words.title(<VisibleText text={action.preview.title} newlines="mark" />)}
        </Title>
        <StatusBadge status={action.status} isQuestion={action.isQuestion} />
      </div>
      <p className={classes.links}>
        <TextLink to="/actions/$id" params={{ id }}>
          {words.openAction}
        </TextLink>
        <TextLink to="/audit" search={{ actionId: id }}>
          {words.entriesInLog}
        </TextLink>
        <Anchor href={inShownWorkspace(evidencePath(id))} download={`evidence-${id}.json`} size="sm" underline="always">
          {words.download}
        </Anchor>
      </p>
      {faults.length === 0 ? (
        <Notice tone="info" title={words.holds}>
          {words.allComputed(entries.length, <DigestChip digest={action.digest} />)}
        </Notice>
      ) : (
        <Notice tone="error" title={words.doesNotHold}>
          <ul className={classes.faults}>
            {faults.map(({ seq, problem }, index) => (
              <li key={index}>{strings.entryProblem(seq, <VisibleText text={problem} />)}</li>
            ))}
          </ul>
          {!digestMatches && words.digestDiffers}
        </Notice>
      )}
      <EvidenceChain entries={entries} />
    </>
  );
}

/** Entries of one action in order, each with the text that was hashed and its place in the chain. */
function EvidenceChain({ entries }: { entries: Evidence["entries"] }) {
  const words = strings.proof;
  return (
    <ol className={classes.chain}>
      {entries.map(({ seq, at, by, kind, data, text, hash, previousHash, intact }) => (
        <li key={seq} className={classes.link} data-broken={!intact || undefined}>
          <p className={classes.linkHead}>
            <span>
              <b>{seq}</b> <PrincipalName principal={by} />{" "}
              {wordsOfEvent({ kind, data }) ?? <VisibleText text={kind} newlines="mark" />}, <Moment at={at} />
            </span>
            <span>{intact ? words.entryHolds : words.entryDoesNotHold}</span>
          </p>
          <p className={classes.hashes}>
            {previousHash === ""
              ? words.hashFollowsGone(<DigestChip digest={hash} />)
              : words.hashFollows(<DigestChip digest={hash} />, <DigestChip digest={previousHash} />)}
          </p>
          <LongText code text={text} />
        </li>
      ))}
    </ol>
  );
}
