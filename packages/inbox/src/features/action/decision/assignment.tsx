import { displayText, type Action } from "@countersign/protocol";
import { Button, Group, NativeSelect, Text } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { membersQuery } from "../../../api/admin-queries.ts";
import { useAssign } from "../../../api/decisions.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { AssigneeName } from "../../../ui/assignee-name.tsx";
import { useEmbedded } from "../../../ui/embedding.ts";
import { Fact } from "../section.tsx";

/** Who has taken an action on; whoever may decide takes it on, hands it over or gives it back. Only while it waits. */
export function Assignment({ action }: { action: Action }) {
  const me = useMe();
  const embedded = useEmbedded();
  const { status, assignee = null } = action;
  if (status !== "pending") return null;
  if (embedded || !me || !mayDecide(me)) {
    return assignee ? (
      <Fact name={strings.assignment.assignedTo}>
        <AssigneeName assignee={assignee} meId={me?.principal.id} />
      </Fact>
    ) : null;
  }
  return <AssignmentForm action={action} meId={me.principal.id} />;
}

function AssignmentForm({ action: { id, assignee = null }, meId }: { action: Action; meId: string }) {
  const words = strings.assignment;
  const assign = useAssign(id);
  const members = useQuery(membersQuery).data ?? [];
  const select = useRef<HTMLSelectElement>(null);
  const seen = assignee?.id ?? "";
  const [draft, setDraft] = useState({ seen, to: seen });
  // What was chosen holds only while the assignee is the one it was chosen beside.
  if (draft.seen !== seen) setDraft({ seen, to: seen });
  const { to } = draft;
  const able = members.filter(({ userId, role }) => role !== "viewer" && userId !== meId && userId !== assignee?.id);
  const labelOf = (name: string): string => displayText(name, { newlines: "mark" });
  const send = (personId: string): void => {
    if (assign.isPending) return;
    assign.mutate({ personId: personId === "" ? null : personId, seen: seen === "" ? null : seen });
    // The button goes away.
    select.current?.focus();
  };
  return (
    <Fact name={words.assignedTo} wide>
      <Group gap="xs">
        <NativeSelect
          ref={select}
          size="xs"
          aria-label={words.assignedTo}
          value={to}
          onChange={({ currentTarget }) => setDraft({ seen, to: currentTarget.value })}
          data={[
            { value: "", label: words.nobody },
            { value: meId, label: words.you },
            ...(assignee && assignee.id !== meId ? [{ value: assignee.id, label: labelOf(assignee.name) }] : []),
            ...able.map(({ userId, name }) => ({ value: userId, label: labelOf(name) })),
          ]}
        />
        {to !== seen && to !== meId && (
          <Button size="xs" variant="default" onClick={() => send(to)}>
            {to !== "" ? words.handOver : seen === meId ? words.giveBack : words.unassign}
          </Button>
        )}
        {seen !== meId && (to === seen || to === meId) && (
          <Button size="xs" variant="default" leftSection={<IconHandStop size={14} aria-hidden />} onClick={() => send(meId)}>
            {words.takeOn}
          </Button>
        )}
      </Group>
      {assign.error && (
        <Text size="xs" c="red" role="alert" mt={4}>
          {assign.error.message}
        </Text>
      )}
    </Fact>
  );
}
