import type { FolderRight } from "@countersign/protocol";
import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery, membersQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/admin-content.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { RightRow, type Someone } from "./right-row.tsx";
import classes from "./content-admin.module.css";

const NEW: FolderRight = { folder: "/", kind: null, who: { kind: "agent", id: null }, rights: ["view"] };

/** Edits who may do what in which folder; saves all rights as a whole. */
export function RightsForm({ rights }: { rights: readonly FolderRight[] }) {
  const words = strings.rights;
  const [draft, setDraft] = useState<readonly FolderRight[] | null>(null);
  const save = useConfirmed(useChange<{ items: FolderRight[] }>(keys.contentRights), () => setDraft(null));
  const members = useQuery(membersQuery).data ?? [];
  const agents = (useQuery(apiKeysQuery).data ?? []).filter(({ kind, revokedAt }) => kind === "agent" && revokedAt === null);
  const rows = draft ?? rights;
  const known: Someone[] = [
    ...members.map(({ userId, name }) => ({ kind: "user" as const, id: userId, name })),
    ...agents.map(({ id, name }) => ({ kind: "agent" as const, id, name })),
  ];
  const faultOf = (index: number): string | undefined =>
    save.error?.problem?.errors?.flatMap(({ path, message }) =>
      path === `/items/${index}` || path.startsWith(`/items/${index}/`) ? [message] : [],
    )[0];
  return (
    <section aria-label={words.title} className={classes.rights}>
      <div className={classes.rightsHead}>
        <h2 className={classes.title}>{words.title}</h2>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setDraft([...rows, NEW])}
        >
          {words.add}
        </Button>
      </div>
      <p className={classes.says}>{words.says}</p>
      {rows.length === 0 && <p className={classes.says}>{words.empty}</p>}
      <ul className={classes.rows}>
        {rows.map((right, index) => (
          <RightRow
            key={index}
            right={right}
            place={index + 1}
            known={known}
            fault={faultOf(index)}
            onChange={(next) => setDraft(rows.map((one, at) => (at === index ? next : one)))}
            onRemove={() => setDraft(rows.filter((_one, at) => at !== index))}
          />
        ))}
      </ul>
      {save.error && (
        <Notice tone="error" title={words.failed}>
          {save.error.message}
        </Notice>
      )}
      {draft && (
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              save.cancel();
              setDraft(null);
            }}
          >
            {words.drop}
          </Button>
          <Button
            loading={save.isSending}
            onClick={() => save.send({ method: "PUT", path: "/api/content/rights", body: { items: draft } })}
          >
            {words.save}
          </Button>
        </Group>
      )}
      <LoweredDialog change={save} title={words.goOn} />
    </section>
  );
}
