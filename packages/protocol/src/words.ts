/*
 * The words of Countersign. Use them in names, columns, routes and prose; no synonyms.
 *
 * tool        a named function with a JSON Schema for its input
 * action      one call of a gated tool, kept as data: input, preview, digest, status ("pending action" on the wire)
 * proposal    an action whose tool also gives a target, the current and the proposed value, and a snapshot
 * preview     what the reviewer sees, derived from the input by the tool; never executed, never written by the model
 * caption     the agent's own one-line summary; untrusted and shown as such
 * decision    one person's approve, reject or refine, with optional edits and comment; immutable
 * execution   one attempt to run an approved action
 * batch       the actions of one propose call or one agent turn
 * mission     a run of an agent; session: a conversation. Both are optional labels from the caller
 * policy      what decides whether a call needs approval, by whom, for how long
 * group       a named set of tools; an agent sees only the tools of its groups
 * workspace   the tenant; every row and every query has one
 * principal   user, agent, worker or the system itself; only users decide
 * risk        L0 (read only) to L5 (critical); the names are in risk.ts
 * rated       somebody said how risky a tool is: its source, its name or definition, or an administrator
 * vetted      somebody vouches for a tool's definition: its source is trusted, or an administrator looked at it
 */

export const ACTION_STATUSES = [
  "pending",
  "approved",
  "executing",
  "executed",
  "failed",
  "outcome_unknown",
  "rejected",
  "refined",
  "expired",
  "cancelled",
] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

/** What a decision says. */
export const VERDICTS = ["approve", "reject", "refine"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What may happen to an execution whose process died, see `docs/executions.md`. */
export const EFFECTS = ["transactional", "idempotent", "reconcilable", "unsafe"] as const;
export type Effect = (typeof EFFECTS)[number];

/** Why an execution failed; `outcome_unknown` is a status of its own, not a failure. */
export const FAILURE_CODES = ["stale", "forbidden", "invalid", "tool_changed", "handler", "timeout"] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export const PRINCIPAL_KINDS = ["user", "agent", "worker", "system"] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

/** A person's role in a workspace, least first: a viewer reads, an approver decides, an admin also administers. */
export const ROLES = ["viewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/**
 * What a person's token may do at most, within the person's role: `read` changes nothing, `manage` changes settings and content,
 * `decide` also approves and rejects where no terminal asks.
 */
export const TOKEN_SCOPES = ["read", "manage", "decide"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** `when` asks for those calls only for which an expression on their arguments is true, and for those it cannot judge. */
export const APPROVALS = ["required", "never", "when"] as const;
export type Approval = (typeof APPROVALS)[number];

/**
 * What a repeat of a rejected call meets: a person again, the person's reason without a person, or that and, after
 * `REPEATS_BEFORE_PAUSE` repeats or `REJECTIONS_BEFORE_PAUSE` rejections, a tool that is paused for the agent.
 */
export const AFTER_REJECT = ["ask", "refuse", "pause"] as const;
export type AfterReject = (typeof AFTER_REJECT)[number];
export const REPEATS_BEFORE_PAUSE = 3;
/** Rejections of one agent and tool, one after another within a day, that pause the tool for the agent whatever it asks. */
export const REJECTIONS_BEFORE_PAUSE = 10;

/**
 * Whether a standing grant lets calls pass: `live` does. `tool_changed`: the tool is another one now, or its risk is critical.
 * `author_gone`: who wrote it may no longer decide on the tool alone, as an administrator.
 */
export const GRANT_STATES = ["live", "used_up", "expired", "revoked", "tool_changed", "author_gone"] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** What a group may say about a tool over the tool's own approval. */
export const GROUP_APPROVALS = ["required", "never"] as const;
export type GroupApproval = (typeof GROUP_APPROVALS)[number];

/**
 * `vetted` tools are listed and callable. `unvetted` ones too, and count as risk 5 until an administrator has looked at the
 * definition: their MCP server is not trusted. `changed`: the definition is not the one that was accepted. `withheld`: what was
 * found in it has to be looked at first. `gone`: its upstream no longer lists it.
 */
export const VETTING_STATES = ["vetted", "unvetted", "changed", "withheld", "gone"] as const;
export type VettingState = (typeof VETTING_STATES)[number];
/** Whether somebody vouches for the definition; rules take an unvetted tool for one of the highest risk. */
export const isVettedState = (state: VettingState): boolean => state !== "unvetted";
/** Whether agents can list and call a tool in this vetting state. `isCallable` in the server is the SQL counterpart. */
export const isCallableState = (state: VettingState): boolean => state === "vetted" || state === "unvetted";

/** Risk levels; the number is what is stored and sent. */
export const RISKS = [0, 1, 2, 3, 4, 5] as const;
export type Risk = (typeof RISKS)[number];

/** From this level on an approval is shown with a caution. */
export const CAUTION_RISK = 4;
/** From this level on no standing grant lets a call pass: each is read by a person. */
export const NEVER_GRANTED_RISK = 5;

/** How a target stands to what it was when the action was proposed; `not_watched` where nobody here can look. */
export const TARGET_STATES = ["unchanged", "changed", "gone", "not_watched"] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** Orders of a list: newest first, or highest risk first and oldest first within it. */
export const LIST_SORTS = ["newest", "urgent"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** A page left open over a holiday says nothing about a decision; surfaces say at most this much. */
export const MAX_SHOWN_MS = 31 * 86_400_000;

/** What content consists of. */
export const ELEMENT_KINDS = ["object", "asset", "document", "tag", "template"] as const;
export const FIELD_KINDS = [
  "text",
  "richtext",
  "number",
  "money",
  "date",
  "select",
  "multiselect",
  "boolean",
  "relation",
  "image",
  "blocks",
  "code",
  "json",
] as const;
/** What somebody may do with the elements in a folder. */
export const CONTENT_RIGHTS = ["view", "edit", "create", "publish"] as const;
