import type { AuditEntry } from "@countersign/protocol";
import { Button, Table } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../strings/audit.tsx";
import { wordsOfEvent } from "../../ui/event-words.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./audit-page.module.css";

const HEADS = ["entry", "when", "what", "about", "details"] as const;

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={classes.scroll} role="region" aria-label={strings.table.label} tabIndex={0}>
      <Table withTableBorder fz="sm">
        <Table.Thead>
          <Table.Tr>
            {HEADS.map((head) => (
              <Table.Th key={head} scope="col">
                {strings.table.heads[head]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Entry key={entry.seq} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const [open, setOpen] = useState(false);
  const { seq, at, kind, actionId, by, data, hash } = entry;
  const about = data["toolName"] ?? data["name"];
  return (
    <>
      <Table.Tr>
        <Table.Td>{seq}</Table.Td>
        <Table.Td className={classes.when}>
          <Moment at={at} />
        </Table.Td>
        <Table.Td>
          <PrincipalName principal={by} /> {wordsOfEvent(entry) ?? <VisibleText text={kind} newlines="mark" />}
        </Table.Td>
        <Table.Td>
          {typeof about === "string" && <VisibleText text={about} newlines="mark" />}{" "}
          {actionId !== null && (
            <TextLink to="/actions/$id/evidence" params={{ id: actionId }}>
              {strings.evidence}
            </TextLink>
          )}
        </Table.Td>
        <Table.Td>
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={open}
            aria-label={strings.table.detailsOf(seq)}
            onClick={() => setOpen(!open)}
          >
            {open ? strings.table.hide : strings.table.show}
          </Button>
        </Table.Td>
      </Table.Tr>
      {open && (
        <Table.Tr>
          <Table.Td colSpan={HEADS.length}>
            <JsonView value={{ ...data, hash }} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
