import type { Grant } from "@countersign/protocol";
import { Button, Switch } from "@mantine/core";
import { IconTicket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { grantsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Blank } from "../../../ui/blank.tsx";
import { count } from "../../../strings/count.ts";
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
      <PageHead
        title="Grants"
        says="Calls that pass without a person: one tool, one agent, where an expression is true, so many times and until then. Each use is on the record."
      >
        <Button onClick={() => setWriting(true)}>New standing approval…</Button>
      </PageHead>
      <Loaded query={grants} what="The grants">
        {(rows) => {
          const over = rows.filter((grant) => !isOpen(grant)).length;
          return (
            <>
              <div className={classes.filters} role="search">
                <SearchField label="Tool, agent or note of a grant" text={q} onChange={(next) => setSearch({ q: next })} />
                {over > 0 && (
                  <Switch
                    size="xs"
                    label={`Show ${count(over, "grant")} that ${over === 1 ? "is" : "are"} over, too`}
                    checked={state === "all"}
                    onChange={({ currentTarget }) => setSearch({ state: currentTarget.checked ? "all" : "" })}
                  />
                )}
              </div>
              {rows.length === 0 ? (
                <Blank icon={<IconTicket size={26} />} title="No grant yet">
                  Every call that a policy asks about asks a person.
                </Blank>
              ) : (
                <ul className={classes.list}>
                  {filter(rows).map((grant) => (
                    <GrantCard key={grant.id} grant={grant} onRevoke={() => setRevoking(grant)} />
                  ))}
                </ul>
              )}
              {rows.length > 0 && filter(rows).length === 0 && <p role="status">No grant matches.</p>}
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
      title="Revoke this grant?"
      verb="Revoke it"
      isSending={revoke.isPending}
      error={revoke.error}
      onCancel={onClose}
      onConfirm={() =>
        revoke.mutate({ method: "POST", path: `${pathOf("grants", grant.id)}/revoke`, body: {} }, { onSuccess: onClose })
      }
    >
      Calls ask a person from now on, and what it approved and has not begun does not run. It cannot be brought back; a new one
      can be written.
    </ConfirmDialog>
  );
}
