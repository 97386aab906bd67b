import { displayText, type Action, type ActionSummary } from "@countersign/protocol";
import { useNavigate, Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { strings } from "../../../strings/decision.tsx";
import type { QueueFilter } from "../../../api/list-filter.ts";
import { useCommand, VERDICTS, type Command } from "../../../api/decisions.ts";
import { useConversation } from "../../../api/refine-in-chat.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { DecisionError } from "./decision-error.tsx";
import { GlassNote } from "../glass/glass-note.tsx";
import { ACTION_ID, useOpensNext } from "../../../ui/use-opens-next.ts";
import { OFFERS } from "./offers.ts";
import { PendingDecision } from "./pending-decision.tsx";
import { Recovery } from "./recovery.tsx";
import { HasItNote, SelfConfirmNote, StandsNow, StartNote, VotesNote } from "./stands-now.tsx";
import { listQuery } from "../../../api/action-queries.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

interface Props {
  action: Action;
  filter: QueueFilter;
  layout: ReturnType<typeof useDiffLayout>;
  /** At the end of a card, instead of at the end of the page. */
  inPlace?: boolean;
}

/** The decisions that are available now, always within reach at the end of the page. A refusal is shown beside the buttons. */
export function DecisionDock({ action, filter, layout, inPlace = false }: Props) {
  const command = useCommand(action.id);
  const [refusedIn, setRefusedIn] = useState<Action["status"] | null>(null);
  const me = useMe();
  const canDecide = mayDecide(me);
  const navigate = useNavigate();
  const embedded = useEmbedded();
  const inChat = useConversation() !== null;
  const waiting = action.status === "pending";
  // Without a later start the button to withdraw would only flash up before the action runs.
  const hasStart = action.status === "approved" && Boolean(action.notBefore);
  const recovers = hasStart || OFFERS[action.status].some((offer) => offer === "retry" || offer === "settle");
  const [opensNext] = useOpensNext();
  const next = useNextWaiting(action.id, filter);
  const hasNext = !embedded && !inChat && !inPlace;
  const open = (id: string) => navigate({ to: "/actions/$id", params: { id }, search: true });
  const send = (sent: Command): void => {
    setRefusedIn(action.status);
    command.mutate(sent, {
      onSuccess: ({ id }) => {
        if (id === action.id) {
          if (hasNext && opensNext && next && VERDICTS.has(sent.name)) void open(next.id).then(focusAction);
          return;
        }
        // A rebase returns the action that replaced this one.
        if (inChat) return;
        if (embedded) window.location.assign(`/embed/actions/${encodeURIComponent(id)}`);
        else void open(id);
      },
    });
  };
  return (
    <section className={classes.dock} data-in-place={inPlace || undefined} {...nameOf(action, inPlace)}>
      <div className={classes.inner}>
        {command.error && <DecisionError error={command.error} action={action} asked={refusedIn} />}
        {waiting && action.votes && <VotesNote votes={action.votes} />}
        {waiting && canDecide && action.assignee && action.assignee.id !== me?.principal.id && (
          <HasItNote name={action.assignee.name} />
        )}
        {waiting && canDecide && me?.principal.id === action.selfConfirmBy && <SelfConfirmNote />}
        {(!waiting || !canDecide) && <StandsNow action={action} canDecide={canDecide} />}
        {waiting && canDecide && (
          <PendingDecision action={action} layout={layout} isSending={command.isPending} error={command.error} send={send} />
        )}
        {(waiting || hasStart) && <StartNote action={action} />}
        <GlassNote action={action} />
        {canDecide && recovers && <Recovery key={action.status} action={action} isSending={command.isPending} send={send} />}
        {!waiting && hasNext && next && <NextWaiting next={next} />}
      </div>
    </section>
  );
}

/** The only dock of a page is a landmark; one of several is a group that is named after its action. */
const nameOf = ({ preview }: Action, inPlace: boolean) =>
  inPlace
    ? { role: "group", "aria-label": strings.decisionOn(displayText(preview.title, { newlines: "mark" })) }
    : { "aria-label": strings.decision };

/** The next pending row of the list from which this action was opened. */
function useNextWaiting(id: string, filter: QueueFilter): ActionSummary | undefined {
  const { data } = useInfiniteQuery({ ...listQuery(filter), enabled: false });
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const here = rows.findIndex((row) => row.id === id);
  return [...rows.slice(here + 1), ...rows.slice(0, Math.max(here, 0))].find(({ status }) => status === "pending");
}

/** A keyboard's next Tab then goes on inside the action that opened. */
const focusAction = (): void => document.getElementById(ACTION_ID)?.focus();

function NextWaiting({ next }: { next: ActionSummary }) {
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        rightSection={<IconArrowRight size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/actions/$id" params={{ id: next.id }} search={true} {...props} />}
      >
        {strings.next}
      </Button>
      <p className={classes.meaning}>
        <VisibleText text={next.preview.title} newlines="mark" />
      </p>
    </div>
  );
}
