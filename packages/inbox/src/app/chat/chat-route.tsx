import { useParams } from "@tanstack/react-router";
import type { Action } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { ChatPage } from "../../features/chat/chat-page.tsx";
import { actionQuery } from "../../api/action-queries.ts";
import { strings } from "../../strings/app.tsx";
import { Countdown } from "../../ui/moment.tsx";
import { ActionCard } from "../../features/action/action-card.tsx";
import type { DrawProposals } from "../../features/chat/calls.tsx";
import { ProposalsInChat } from "./proposals-in-chat.tsx";
import classes from "./proposals-in-chat.module.css";

export function ChatRoute() {
  const { id } = useParams({ from: "/chat/$id" });
  return <ChatPage key={id} id={id} draw={drawProposals} />;
}

/** Draws and decides a conversation's proposals with the components of the inbox. */
const drawProposals = (sessionId: string, shown: ReadonlySet<string>): DrawProposals => ({
  one: (id) => <CardInChat id={id} shown={shown} />,
  many: (ids) => <ProposalsInChat sessionId={sessionId} ids={ids} />,
});

function CardInChat({ id, shown }: { id: string; shown: ReadonlySet<string> }) {
  return (
    <>
      <TimeLeft id={id} />
      <ActionCard
        id={id}
        replaced={(action) =>
          action.supersededBy !== null && !shown.has(action.supersededBy) ? (
            <Rebased former={action} id={action.supersededBy} shown={shown} />
          ) : null
        }
      />
    </>
  );
}

/** When a proposal expires that nobody answers. */
function TimeLeft({ id }: { id: string }) {
  const { data: action } = useQuery(actionQuery(id));
  if (action?.status !== "pending" || action.expiresAt === null) return null;
  return <p className={classes.timeLeft}>{strings.proposalExpires(<Countdown until={action.expiresAt} />)}</p>;
}

/**
 * A rebased action, drawn below the action it replaced, because no message of the agent contains it. A rebase creates it at the
 * moment the former action is resolved; an agent's new proposal comes later, with a message of its own.
 */
function Rebased({ former, id, shown }: { former: Action; id: string; shown: ReadonlySet<string> }) {
  const { data: next } = useQuery(actionQuery(id));
  return next?.createdAt === former.resolvedAt ? <CardInChat id={id} shown={shown} /> : null;
}
