import { isAskingKind, isJsonObject, NOT_VETTED, riskName, type Json, type JsonObject, type Risk } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { isQuestion } from "../../core/questions.ts";
import { maskJson } from "../../core/mask-secrets.ts";
import type { ChannelKind, Notice } from "../../ports/channel.ts";
import type { AuditRow } from "../../store/statements/audit-events.ts";
import type { NotifiedAction } from "../../store/statements/notified-actions.ts";
import { cutBefore } from "../../core/cut-before.ts";
import { stateWords } from "./state-words.ts";

/** Characters of one argument; the page shows all of it. */
const MAX_VALUE = 2000;
const MAX_FIELDS = 50;

interface NoticeFacts {
  kind: string;
  event: AuditRow;
  action: NotifiedAction;
  /** The action's effective input as JSON; only if `showsFields`. */
  input: string | undefined;
  channel: Pick<ChannelKind, "audience" | "policy">;
  /** Title of the action's tool. */
  title: string;
  /** Of the action's page. */
  url: string;
  mask(text: string): string;
  /** Values of buttons for the receiver; undefined if they do not decide here. */
  buttons: { approve: string; reject: string } | undefined;
}

/** Reduces an action to what the channel's policy lets out. */
export function writeNotice({ kind, event, action, input, channel, title, url, mask, buttons }: NoticeFacts): Notice {
  const { policy } = channel;
  // An emergency is told by channels of other tools, too, which may not show what this one is called with.
  const shown = kind === "glass_broken" ? undefined : input;
  const { fields, isWhole } = fieldsOf(shown, action.toolName, policy, mask);
  const said = JSON.parse(event.data) as JsonObject;
  const isOpen = policy.shows !== "link";
  // What is asked is asked now, and what is changed shows the present; what is told is what the event says.
  const isOfNow = isAskingKind(kind) || kind === "updated";
  const status = !isOfNow && typeof said["status"] === "string" ? said["status"] : action.status;
  const words = kind === "updated" ? stateWords(action, isOpen) : wordsOf(kind, status, channel, event, action);
  return {
    kind,
    at: event.at.toISOString(),
    actionId: action.id,
    seq: event.seq,
    url,
    status,
    version: typeof said["version"] === "number" ? said["version"] : null,
    words: mask(words),
    ...describeAction({ action, channel, title, mask }),
    ...(fields && { fields }),
    ...(buttons && { buttons: { approve: isWhole ? buttons.approve : undefined, reject: buttons.reject } }),
  };
}

/** Names an action by what the channel's policy lets out. */
export const describeAction = ({
  action,
  channel,
  title,
  mask,
}: Pick<NoticeFacts, "action" | "channel" | "title" | "mask">) => ({
  ...(isQuestion(action) && { isQuestion: true }),
  ...(channel.policy.shows !== "link" && {
    tool: { name: action.toolName, title: mask(title) },
    risk: riskOf(action),
    agent: mask(action.proposedName),
  }),
});

const riskOf = ({ ratedRisk, vetted }: NotifiedAction): string =>
  vetted === false ? `${riskName(ratedRisk as Risk | null)}, ${NOT_VETTED.toLowerCase()}` : riskName(ratedRisk as Risk | null);

interface ShownFields {
  fields?: { name: string; value: string }[];
  /** Whether they are all arguments, uncut and unmasked. */
  isWhole: boolean;
}

/** Whether messages of a channel contain arguments. */
export const showsFields = ({ shows }: ChannelKind["policy"]): boolean => shows !== "link" && shows !== "summary";

function fieldsOf(
  inputText: string | undefined,
  toolName: string,
  policy: ChannelKind["policy"],
  mask: (text: string) => string,
): ShownFields {
  if (!showsFields(policy) || inputText === undefined) return { isWhole: false };
  const input: Json = JSON.parse(inputText) as Json;
  if (!isJsonObject(input)) return { isWhole: false };
  const named = policy.fields.find(({ tool }) => tool === toolName)?.names ?? [];
  const names = Object.keys(input).filter((name) => policy.shows === "everything" || named.includes(name));
  const texts = names.map((name) => ({ name, text: textOf(input[name]!) }));
  const fields = names
    .slice(0, MAX_FIELDS)
    .map((name) => ({ name: mask(name), value: cut(textOf(maskJson(mask, input[name]!))) }));
  const isWhole =
    names.length === Object.keys(input).length &&
    texts.every(({ name, text }, n) => fields[n]?.name === name && fields[n].value === text);
  const left = names.length - fields.length;
  return { fields: left > 0 ? [...fields, { name: "…", value: `${left} more arguments` }] : fields, isWhole };
}

/** A text as it is, unless it could pass for another value, such as `7` or `null`: then with quotes. Other values as JSON. */
const textOf = (value: Json): string => (typeof value === "string" && !isJson(value) ? value : canonicalJson(value));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const cut = (text: string): string =>
  text.length > MAX_VALUE ? `${cutBefore(text, MAX_VALUE)}… (cut; open the action to read it all)` : text;

/** What a message calls an action, and what it waits for. */
const CALL = {
  a: "An action",
  the: "The action",
  waitsFor: "decision",
  decided: { refined: "sent back", failed: "no longer possible" },
} as const;
const QUESTION = {
  a: "A question",
  the: "The question",
  waitsFor: "answer",
  decided: {
    approved: "answered",
    vote: "answered, as one of several people,",
    executed: "answered",
    rejected: "declined",
    refined: "sent back",
    failed: "no longer possible",
  },
} as const;

function wordsOf(
  kind: string,
  status: string,
  { audience, policy }: NoticeFacts["channel"],
  event: AuditRow,
  action: NotifiedAction,
): string {
  const { assignee } = action;
  const what = isQuestion(action) ? QUESTION : CALL;
  const decided: Readonly<Record<string, string>> = what.decided;
  // With `link`, a message contains no names of people.
  const named = policy.shows !== "link";
  const by = named && event.actorKind === "user" ? ` by ${event.actorName}` : "";
  if (isEvent(kind)) {
    const name = kind.slice(EVENT.length);
    const words = (what === QUESTION ? decided[name] : undefined) ?? EVENT_WORDS[kind] ?? name;
    return `${what.the} was ${by === "" ? words.replace(/,$/, "") : words}${by}.`;
  }
  const whose = `${audience === "room" ? (what === QUESTION ? "an" : "a") : "your"} ${what.waitsFor}`;
  const hasIt = named && audience === "room" && assignee ? `; ${assignee.name} is assigned` : "";
  if (kind === "asked") return `${what.a} is waiting for ${whose}${hasIt}.`;
  if (kind === "assigned") return `${what.a} was assigned to you${by} and is waiting for your ${what.waitsFor}.`;
  if (kind === "reminded") return `${what.a} is still waiting for ${whose}${hasIt}.`;
  if (kind === "escalated")
    return audience === "room"
      ? `${what.a} was not decided on in time, so more people were notified.`
      : `${what.a} was not decided on in time, so you were added as an approver.`;
  if (kind === "glass_broken") {
    const { comment } = JSON.parse(event.data) as { comment?: string };
    const who = named ? event.actorName : "Somebody";
    const why = named && comment ? ` Reason: ${comment}` : "";
    return `${who} approved an action alone in an emergency, without the required approvals. The action runs now, and another person must review the approval.${why}`;
  }
  if (kind === "mentioned")
    return `${named ? event.actorName : "Somebody"} mentioned you in a comment on ${what.a.toLowerCase()}.`;
  if (kind === "replied") return `The agent replied to your question about ${what.a.toLowerCase()}.`;
  if (kind === "decided")
    return `${what.the} ${status === "failed" ? "is" : "was"} ${decided[status] ?? status}${by}. No action is needed.`;
  if (event.kind === "action.withdrawn")
    return `The action was approved but not run${by === "" ? "" : `: the approval was withdrawn${by}`}.`;
  return status === "outcome_unknown"
    ? "The outcome of the action is unknown. Somebody must check whether it was executed."
    : "The action was approved, but its execution failed.";
}

const EVENT = "action.";
/** Words for event kinds that do not complete the sentence "The action was …". */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  "action.withdrawn": "withdrawn before it ran,",
  "action.vote": "approved, as one of several approvals,",
  "action.assigned": "assigned or unassigned,",
  "action.time_limit_changed": "given a new time limit",
  "action.refined": "sent back",
  "action.outcome_unknown": "left with an unknown outcome",
  "action.rebased": "rebased on the current target",
};
const isEvent = (kind: string): boolean => kind.startsWith(EVENT);
