import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";

export interface TeamsCard {
  body: { type: string; inlines: { type: string; text: string }[] }[];
  actions: { type: string; url: string }[];
  /** Bytes of the whole message. */
  size: number;
}

export interface FakeTeams extends FaultyServer {
  /** Address of the workflow, which contains its secret. */
  workflowUrl: string;
  cards: TeamsCard[];
  readText(card: TeamsCard | undefined): string;
}

export const TEAMS_SIGNATURE = "secret-signature-of-the-workflow";
/** https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using */
const MAX_BYTES = 28 * 1024;

/** Fake workflow with the trigger *When a Teams webhook request is received*, over real HTTP. */
export async function startFakeTeams(): Promise<FakeTeams> {
  const cards: TeamsCard[] = [];
  const server = await startFaultyServer({
    async handle(request) {
      const url = new URL(request.url);
      if (url.pathname !== "/workflows/1/triggers/manual/paths/invoke")
        return Response.json({ error: { code: "WorkflowNotFound" } }, { status: 404 });
      if (url.searchParams.get("sig") !== TEAMS_SIGNATURE)
        return Response.json({ error: { code: "DirectApiAuthorizationRequired" } }, { status: 401 });
      const text = await request.text();
      const card = readCard(text);
      if (!card) return Response.json({ error: { code: "TriggerInputSchemaMismatch" } }, { status: 400 });
      if (card.size > MAX_BYTES) return Response.json({ error: { code: "RequestEntityTooLarge" } }, { status: 413 });
      cards.push(card);
      return new Response(null, { status: 202 });
    },
    limited: () =>
      Response.json({ error: { code: "WorkflowTriggerIsThrottled" } }, { status: 429, headers: { "retry-after": "7200" } }),
  });
  return Object.assign(server, {
    workflowUrl: `${server.url}/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=${TEAMS_SIGNATURE}`,
    cards,
    readText: (card: TeamsCard | undefined) =>
      (card?.body ?? []).map(({ inlines }) => inlines.map(({ text }) => text).join("")).join("\n"),
  });
}

interface Envelope {
  type?: string;
  attachments?: { contentType?: string; content?: Omit<TeamsCard, "size"> & { type?: string; version?: string } }[];
}

function readCard(text: string): TeamsCard | undefined {
  const { type, attachments } = JSON.parse(text) as Envelope;
  const { contentType, content } = attachments?.[0] ?? {};
  const isCard =
    type === "message" && contentType === "application/vnd.microsoft.card.adaptive" && content?.type === "AdaptiveCard";
  if (!isCard || content.version !== "1.4") return undefined;
  const isKnown =
    content.body.every(
      (one) => one.type === "RichTextBlock" && one.inlines.every((run) => run.type === "TextRun" && run.text !== ""),
    ) && content.actions.every((one) => one.type === "Action.OpenUrl" && URL.canParse(one.url));
  return isKnown ? { body: content.body, actions: content.actions, size: Buffer.byteLength(text) } : undefined;
}
