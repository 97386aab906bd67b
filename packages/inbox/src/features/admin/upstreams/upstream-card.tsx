import type { UpstreamServer } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { count } from "../../../strings/count.ts";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact, UnmaskedNotice } from "../shared/card-parts.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { UpstreamActions } from "./upstream-actions.tsx";
import { UpstreamDetails } from "./upstream-details.tsx";
import { TRANSPORT_WORDS, UPSTREAM_STATUS_WORDS } from "./upstream-words.ts";
import classes from "../shared/admin.module.css";

interface Props {
  upstream: UpstreamServer;
  onEdit: () => void;
}

export function UpstreamCard({ upstream, onEdit }: Props) {
  const [open, setOpen] = useState(false);
  const { name, status, since, problem, transport, url, command, trust, origin, toolCount, withheldCount } = upstream;
  return (
    <li>
      <article className={classes.card} aria-label={`MCP server ${name}`} data-off={status === "disabled" || undefined}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            <StateBadge {...UPSTREAM_STATUS_WORDS[status]} />
            <Moment at={since} />
          </span>
        </div>
        {problem !== null && status !== "disabled" && (
          <div className={classes.notice}>
            <Notice tone={status === "online" ? "caution" : "error"} title={status === "online" ? undefined : "Offline"}>
              <VisibleText text={problem} />
              {status !== "online" &&
                " It is tried again by itself, with growing pauses; calls of its tools answer that it is offline."}
            </Notice>
          </div>
        )}
        {withheldCount > 0 && (
          <div className={classes.notice}>
            <Notice tone="caution" title={`${count(withheldCount, "tool")} withheld from agents`}>
              The reason is in the details of this server.{" "}
              <TextLink c="inherit" to="/admin/tools" search={{ from: name, state: "attention" }}>
                Look at {withheldCount === 1 ? "it" : "them"}
              </TextLink>
            </Notice>
          </div>
        )}
        <UnmaskedNotice names={upstream.unmasked} />
        <dl className={classes.facts}>
          <Fact name={command === null ? "Address" : "Command"}>
            <code>
              <VisibleText text={url ?? command ?? ""} newlines="mark" />
            </code>
          </Fact>
          <Fact name="Transport">{TRANSPORT_WORDS[transport]}</Fact>
          <Fact name="Trust">{trust === "trusted" ? "Trusted" : "Not trusted"}</Fact>
          <Fact name="Set up">{origin === "file" ? "in countersign.yaml, read only here" : "on this page"}</Fact>
          <Fact name="Tools">
            <TextLink to="/admin/tools" search={{ from: name }}>
              {count(toolCount, "tool")}
            </TextLink>
          </Fact>
        </dl>
        <div className={classes.buttons}>
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={open}
            aria-label={`${open ? "Hide" : "Show"} details of ${name}`}
            onClick={() => setOpen(!open)}
          >
            {open ? "Hide details" : "Details"}
          </Button>
          <UpstreamActions upstream={upstream} onEdit={onEdit} />
        </div>
        {open && <UpstreamDetails upstream={upstream} />}
      </article>
    </li>
  );
}
