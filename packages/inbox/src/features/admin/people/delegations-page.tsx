import type { Delegation } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { delegationsQuery, membersQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/people.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { NewDelegation } from "./new-delegation.tsx";
import { DelegationCard } from "./delegation-card.tsx";
import classes from "../shared/admin.module.css";

/** Delegations page for every member: who decides for whom while somebody is away. */
export function DelegationsPage() {
  const delegations = useQuery(delegationsQuery);
  const members = useQuery(membersQuery).data ?? [];
  const me = useMe();
  const revoke = useChange(keys.delegations);
  const [naming, setNaming] = useState(false);
  const [ending, setEnding] = useState<Delegation | null>(null);
  const isAdmin = me?.role === "admin";
  const mayEnd = ({ user, delegate }: Delegation): boolean =>
    mayDecide(me) && (isAdmin || user.id === me?.principal.id || delegate.id === me?.principal.id);

  return (
    <div className={classes.page}>
      <PageHead title={strings.delegates.title} says={strings.delegates.says}>
        {mayDecide(me) && <Button onClick={() => setNaming(true)}>{strings.delegates.add}</Button>}
      </PageHead>
      <Loaded query={delegations} what={strings.delegates.all}>
        {(rows) =>
          rows.length === 0 ? (
            <Blank icon={<IconUsers size={26} />} title={strings.delegates.noneYet}>
              {strings.delegates.noneYetSays}
            </Blank>
          ) : (
            <ul className={classes.list}>
              {rows.map((row) => (
                <DelegationCard
                  key={row.id}
                  delegation={row}
                  onEnd={mayEnd(row) ? () => (revoke.reset(), setEnding(row)) : null}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {naming && me && (
        <NewDelegation members={members} myId={me.principal.id} isAdmin={isAdmin} onClose={() => setNaming(false)} />
      )}
      {ending && (
        <ConfirmDialog
          title={strings.endingDelegation.title}
          verb={strings.endingDelegation.end}
          isSending={revoke.isPending}
          error={revoke.error}
          onCancel={() => setEnding(null)}
          onConfirm={() =>
            revoke.mutate(
              { method: "POST", path: `${pathOf("delegations", ending.id)}/revoke`, body: {} },
              { onSuccess: () => setEnding(null) },
            )
          }
        >
          {strings.endingDelegation.says(
            <VisibleText text={ending.delegate.name} newlines="mark" />,
            <VisibleText text={ending.user.name} newlines="mark" />,
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}
