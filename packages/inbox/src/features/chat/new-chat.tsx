import { displayText, type ChatAgent, type ChatSession } from "@countersign/protocol";
import { Radio, Skeleton, Stack, Title } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMatch, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { chatAgentsQuery, chatPath } from "../../api/chat-queries.ts";
import { keys } from "../../api/keys.ts";
import { request, type ApiError } from "../../api/request.ts";
import { useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/chat.tsx";
import { Blank } from "../../ui/blank.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Unread } from "../../ui/unread.tsx";
import { Composer } from "./composer.tsx";
import { ExampleRequests } from "./example-requests.tsx";
import { useDraft } from "./use-draft.ts";
import classes from "./new-chat.module.css";

/** Starts a conversation by choosing an agent and writing a message. Shown beside the list, or alone at `/chat/new`. */
export function NewChat() {
  const words = strings.begin;
  const navigate = useNavigate();
  const order = useMatch({ from: "/chat/new", shouldThrow: false }) ? 1 : 2;
  const onBegun = (id: string): void => void navigate({ to: "/chat/$id", params: { id }, search: true });
  const { data, error, refetch } = useQuery(chatAgentsQuery);
  const isAdmin = useMe()?.role === "admin";
  if (data === undefined && error) {
    return (
      <Unread title={words.agentsUnread} order={order} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  if (data === undefined) return <Skeleton m="md" height={180} role="status" aria-label={words.readingAgents} />;
  const agents = data.filter(({ enabled }) => enabled);
  const [first] = agents;
  if (first) return <Begin agents={agents} first={first} order={order} onBegun={onBegun} />;
  return (
    <Blank icon={<IconMessageCircle size={26} />} title={words.noAgent} order={order}>
      {isAdmin ? words.openAgent(<TextLink to="/admin/agents">{words.agents}</TextLink>) : words.administratorOpens}
    </Blank>
  );
}

interface BeginProps {
  agents: readonly ChatAgent[];
  first: ChatAgent;
  order: 1 | 2;
  onBegun: (id: string) => void;
}

function Begin({ agents, first, order, onBegun }: BeginProps) {
  const words = strings.begin;
  const cache = useQueryClient();
  const draft = useDraft("new");
  const [agentId, setAgentId] = useState(first.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const examples = (agents.find(({ id }) => id === agentId) ?? first).exampleRequests;
  /** Session created by an attempt whose message did not arrive; the next attempt uses it again. */
  const [made, setMade] = useState<{ id: string; agentId: string } | null>(null);
  const begin = useMutation<string, ApiError, { text: string; key: string }>({
    mutationFn: async (message) => {
      let id = made?.agentId === agentId ? made.id : null;
      if (id === null) {
        ({ id } = await request<ChatSession>("POST", "/api/chat/sessions", { agentId }));
        setMade({ id, agentId });
      }
      await request<ChatSession>("POST", chatPath(id, "/messages"), message);
      return id;
    },
    onSuccess: (id, { key }) => {
      draft.clear(key);
      void cache.invalidateQueries({ queryKey: keys.chatSessions });
      onBegun(id);
    },
  });
  return (
    <section className={classes.page} aria-label={words.label}>
      <div className={classes.body}>
        <Title order={order} className={classes.title}>
          {strings.newConversation}
        </Title>
        <p className={classes.says}>{words.onlyProposes}</p>
        <Radio.Group label={words.withAgent} value={agentId} onChange={setAgentId}>
          <Stack gap="xs" mt={6}>
            {agents.map(({ id, name, modelLabel, isScript }) => (
              <Radio
                key={id}
                value={id}
                label={displayText(name, { newlines: "mark" })}
                description={isScript ? strings.isScript : displayText(modelLabel, { newlines: "mark" })}
              />
            ))}
          </Stack>
        </Radio.Group>
      </div>
      <Composer
        text={draft.text}
        placeholder={strings.sayWhatYouWant}
        isRunning={false}
        emptyHint={strings.conversation.nothingToSend}
        isSending={begin.isPending}
        error={begin.error?.message}
        onWrite={draft.write}
        onSend={() => begin.mutate({ text: draft.text.trim(), key: draft.keyToSend() })}
        fieldRef={field}
      >
        {examples.length > 0 && (
          <ExampleRequests
            requests={examples}
            // A text of the person's own is not replaced.
            isHidden={draft.text.trim() !== "" && !examples.includes(draft.text)}
            onChoose={(request) => {
              draft.write(request);
              field.current?.focus();
            }}
          />
        )}
      </Composer>
    </section>
  );
}
