import type { Grant } from "@countersign/protocol";
import { Button, Switch } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { grantsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Blank } from "../../../ui/blank.tsx";
import { strings } from "../../../strings/grants.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { GrantCard } from "./grant-card.tsx";
import { NewGrant } from "./new-grant.tsx";
import classes from "../shared/admin.module.css";

/** Lists grants: calls that agents may make without a person, with a maximum number of uses and an expiry. */
export function GrantsPage() {
  const grants = useQuery(grantsQuery);
  const [{ q = "", state }, setSearch] = useAdminSearch();
  const [writing, setWriting] = useState(false);
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const filter = (rows: readonly Grant[]): Grant[] =>
    rows.filter(
      (grant) =>
        `${grant.toolName} ${grant.agent.name} ${grant.note ?? ""}`.toLowerCase().includes(q.toLowerCase()) &&
        (state === "all" || isOpen(grant)),
    );
  return (
    <>
      <PageHead title={strings.title} says={strings.says}>
        <Button onClick={() => setWriting(true)}>{strings.newGrant}</Button>
      </PageHead>
      <Loaded query={grants} what={strings.theGrants}>
        {(rows) => {
          const over = rows.filter((grant) => !isOpen(grant)).length;
          return (
            <>
              <div className={classes.filters} role="search">
                <SearchField label={strings.search} text={q} onChange={(next) => setSearch({ q: next })} />
                {over > 0 && (
                  <Switch
                    size="xs"
                    label={strings.showOver(over)}
                    checked={state === "all"}
                    onChange={({ currentTarget }) => setSearch({ state: currentTarget.checked ? "all" : "" })}
                  />
                )}
              </div>
              {rows.length === 0 ? (
                <Blank icon={<IconTicket size={26} />} title={strings.none}>
                  {strings.noneSays}
                </Blank>
              ) : (
                <ul className={classes.list}>
                  {filter(rows).map((grant) => (
                    <GrantCard key={grant.id} grant={grant} onRevoke={() => setRevoking(grant)} />
                  ))}
                </ul>
              )}
              {rows.length > 0 && filter(rows).length === 0 && <p role="status">{strings.noneMatches}</p>}
            </>
          );
        }}
      </Loaded>
      {writing && <NewGrant onClose={() => setWriting(false)} />}
      {revoking && <RevokeGrant grant={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

/** True if the grant lets calls pass, or would once its tool or author no longer blocks it. */
const isOpen = ({ state }: Grant): boolean => state === "live" || state === "tool_changed" || state === "author_gone";

function RevokeGrant({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const revoke = useChange(keys.grants);
  return (
    <ConfirmDialog
      title={strings.revoke.title}
      verb={strings.revoke.verb}
      isSending={revoke.isPending}
      error={revoke.error}
      onCancel={onClose}
      onConfirm={() =>
        revoke.mutate({ method: "POST", path: `${pathOf("grants", grant.id)}/revoke`, body: {} }, { onSuccess: onClose })
      }
    >
      {strings.revoke.says}
    </ConfirmDialog>
  );
}
