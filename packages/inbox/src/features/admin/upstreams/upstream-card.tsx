import type { UpstreamSandbox, UpstreamServer } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/upstreams.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, UnmaskedNotice } from "../shared/card-parts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { UpstreamActions } from "./upstream-actions.tsx";
import { STATUS_TONES } from "./upstream-status.ts";
import { UpstreamDetails } from "./upstream-details.tsx";
import classes from "../shared/admin.module.css";

interface Props {
  upstream: UpstreamServer;
  onEdit: () => void;
}

export function UpstreamCard({ upstream, onEdit }: Props) {
  const words = strings.card;
  const [open, setOpen] = useState(false);
  const { name, status, since, problem, transport, url, command, trust, origin, toolCount, withheldCount } = upstream;
  return (
    <li>
      <article className={classes.card} aria-label={words.server(name)} data-off={status === "disabled" || undefined}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            <StateBadge tone={STATUS_TONES[status]} label={strings.status[status]} />
            <Moment at={since} />
          </span>
        </div>
        {problem !== null && status !== "disabled" && (
          <div className={classes.notice}>
            <Notice tone={status === "online" ? "caution" : "error"} title={status === "online" ? undefined : words.offline}>
              <VisibleText text={problem} />
              {status !== "online" && ` ${words.isRetried}`}
            </Notice>
          </div>
        )}
        {withheldCount > 0 && (
          <div className={classes.notice}>
            <Notice tone="caution" title={words.withheld(withheldCount)}>
              {words.reasonInDetails}{" "}
              <TextLink c="inherit" to="/admin/tools" search={{ from: name, state: "attention" }}>
                {words.lookAtWithheld(withheldCount)}
              </TextLink>
            </Notice>
          </div>
        )}
        <UnmaskedNotice names={upstream.unmasked} />
        <dl className={classes.facts}>
          <Fact name={command === null ? words.address : words.command}>
            <code>
              <VisibleText text={url ?? command ?? ""} newlines="mark" />
            </code>
          </Fact>
          <Fact name={words.transport}>{strings.transports[transport]}</Fact>
          {upstream.sandbox !== null && (
            <Fact name={words.sandbox}>
              <SandboxState sandbox={upstream.sandbox} />
            </Fact>
          )}
          <Fact name={words.trust}>{trust === "trusted" ? words.trusted : words.notTrusted}</Fact>
          <Fact name={words.setUp}>{origin === "file" ? words.inFile : words.onThisPage}</Fact>
          <Fact name={words.tools}>
            <TextLink to="/admin/tools" search={{ from: name }}>
              {words.toolCount(toolCount)}
            </TextLink>
          </Fact>
        </dl>
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={open}
            aria-label={open ? words.hideDetailsOf(name) : words.showDetailsOf(name)}
            onClick={() => setOpen(!open)}
          >
            {open ? words.hideDetails : words.details}
          </Button>
          <UpstreamActions upstream={upstream} onEdit={onEdit} />
        </div>
        {open && <UpstreamDetails upstream={upstream} />}
      </article>
    </li>
  );
}

function SandboxState({ sandbox: { status, detail, isReadOnly, hasNetwork } }: { sandbox: UpstreamSandbox }) {
  const words = strings.sandbox;
  if (status === "active") return words.active(isReadOnly, hasNetwork);
  if (status === "failed" && detail !== null) return words.failedWith(<VisibleText text={detail} newlines="mark" />);
  return words[status];
}
