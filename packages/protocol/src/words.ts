/*
 * Glossary. Names, columns, routes and prose use these terms and no synonyms; `test/glossary.unit.test.ts` rejects exported types
 * that share a name.
 *
 * The call
 * tool        a named function with a JSON Schema for its input
 * action      one call of a gated tool, kept as data: input, preview, digest, status ("pending action" on the wire)
 * proposal    an action whose tool also gives a target, the current and the proposed value, and a snapshot
 * target      the record that an action changes; its version is compared again when the action runs
 * preview     what the reviewer sees, derived from the input by the tool; never executed, never written by the model
 * caption     the agent's own one-line summary; untrusted and labelled as such
 * digest      SHA-256 of what an approval covers: workspace, tool definition, effective input, target and snapshot
 * batch       the actions of one propose call or one agent turn; a batched statement serves several calls at once
 * mission     a run of an agent; session: a conversation. Both are optional labels from the caller
 *
 * The decision
 * decision    one person's approve, reject or refine, with optional edits and comment; immutable
 * comment     what a person says about an action; one for its agent is a question, to which the agent may reply
 * vote        one approval of several that the tool's approval rule requires
 * checkpoint  several batches of an agent that a person decides on together
 * grant       an administrator's standing approval for calls of one agent to one tool; limited in uses and time
 * delegation  a delegator's right to decide, lent to a delegate for a time
 * repeated call  a call that was rejected before; rejection memory refuses it with the person's reason
 * policy      what decides whether a call needs approval, by whom, for how long
 * policy epoch  a workspace's number that every change of who may call, decide or run moves; a judgement holds under one
 *
 * The execution
 * transition  a change of an action's status, as listed in `core/lifecycle.ts`
 * execution   one attempt to run an approved action
 * claim       an executor's exclusive right to run an action, with a fencing token, until its lease ends
 * lease       the time within which an executor must finish or extend its claim
 * outcome     what the agent is told of its call; unknown: the execution may or may not have taken effect
 *
 * Where tools come from
 * source      who declares a tool: the server, a worker, a connection, the Tool Studio or an upstream
 * connector   code for one kind of service; connection: a workspace's stored settings and credentials for it
 * upstream    an MCP server behind the gateway; peer: one JSON-RPC session with it
 * risk        L0 (read only) to L5 (critical); the names are in risk.ts
 * rated       somebody said how risky a tool is: its source, its name or definition, or an administrator
 * vetted      somebody vouches for a tool's definition: its source is trusted, or an administrator looked at it
 * group       a named set of tools; an agent sees only the tools of its groups
 *
 * Who
 * workspace   the tenant; every row and every query has one
 * principal   user, agent, worker or the system itself; only users decide
 * channel     where a decision was made: inbox, frame, command line, MCP client, API
 * notification channel  a connection that tells people, or a program at an endpoint, of actions
 * notification  what one event of an action is to tell one receiver; a message carries one or several
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

/** Possible decisions. */
export const VERDICTS = ["approve", "reject", "refine"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Determines the recovery of an execution whose process died, see `docs/connectors.md`. */
export const EFFECTS = ["transactional", "idempotent", "reconcilable", "unsafe"] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * Why an execution failed. `withdrawn`: a person withdrew the approval before it started. `outcome_unknown` is a status of its own,
 * not a failure.
 */
export const FAILURE_CODES = ["stale", "forbidden", "invalid", "tool_changed", "withdrawn", "handler", "timeout"] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export const PRINCIPAL_KINDS = ["user", "agent", "worker", "system"] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];

/** A person's roles in a workspace, lowest first: a viewer reads, an approver decides, an admin also administers. */
export const ROLES = ["viewer", "approver", "admin"] as const;
export type Role = (typeof ROLES)[number];

/**
 * Upper bound on the rights of a person's token, within the person's role: `read` changes nothing, `manage` changes settings
 * and content, `decide` also approves and rejects without a terminal prompt.
 */
export const TOKEN_SCOPES = ["read", "manage", "decide"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** With `when`, only calls need approval for which an expression on their arguments is true or cannot be evaluated. */
export const APPROVALS = ["required", "never", "when"] as const;
export type Approval = (typeof APPROVALS)[number];

/**
 * Handling of a repeated rejected call. `ask`: asks a person again. `refuse`: returns the earlier reason, asks nobody. `pause`:
 * also pauses the tool for the agent after `REPEATS_BEFORE_PAUSE` repeats or `REJECTIONS_BEFORE_PAUSE` rejections.
 */
export const AFTER_REJECT = ["ask", "refuse", "pause"] as const;
export type AfterReject = (typeof AFTER_REJECT)[number];
export const REPEATS_BEFORE_PAUSE = 3;
/** Consecutive rejections of one agent and tool within 24 hours that pause the tool for the agent, whatever the inputs. */
export const REJECTIONS_BEFORE_PAUSE = 10;

/**
 * Whether a standing grant allows calls: only `live` does. `tool_changed`: the tool differs from the one granted, or is
 * critical. `author_gone`: the grant's author is no longer an administrator who may decide on the tool alone.
 */
export const GRANT_STATES = ["live", "used_up", "expired", "revoked", "tool_changed", "author_gone"] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/** A group's override of a tool's own approval. */
export const GROUP_APPROVALS = ["required", "never"] as const;
export type GroupApproval = (typeof GROUP_APPROVALS)[number];

/**
 * `vetted` and `unvetted` tools are listed and callable. An `unvetted` tool belongs to an untrusted MCP server and counts as
 * risk 5 until an administrator has vetted its definition. `changed`: the definition differs from the accepted one. `withheld`:
 * findings in the definition must be reviewed first. `gone`: the upstream no longer lists the tool.
 */
export const VETTING_STATES = ["vetted", "unvetted", "changed", "withheld", "gone"] as const;
export type VettingState = (typeof VETTING_STATES)[number];
/** Whether the tool's definition is vetted. Approval rules treat an unvetted tool as highest risk. */
export const isVettedState = (state: VettingState): boolean => state !== "unvetted";
/** Whether agents can list and call a tool in this vetting state. */
export const isCallableState = (state: VettingState): boolean => state === "vetted" || state === "unvetted";

/** Risk levels; stored and sent as numbers. */
export const RISKS = [0, 1, 2, 3, 4, 5] as const;
export type Risk = (typeof RISKS)[number];

/** From this risk level on, approvals are shown with a caution. */
export const CAUTION_RISK = 4;
/** From this risk level on, no standing grant applies: a person must review each call. */
export const NEVER_GRANTED_RISK = 5;

/** State of a target compared with proposal time; `not_watched` if this server cannot read the target. */
export const TARGET_STATES = ["unchanged", "changed", "gone", "not_watched"] as const;
export type TargetState = (typeof TARGET_STATES)[number];

/** Sort orders of lists. `newest`: newest first. `urgent`: highest risk first, then oldest first. */
export const LIST_SORTS = ["newest", "urgent"] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** Maximum reported time on screen, in milliseconds. Longer times only mean that a page was left open. */
export const MAX_SHOWN_MS = 31 * 86_400_000;

/** Kinds of content elements. */
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
/** Rights on the elements in a folder. */
export const CONTENT_RIGHTS = ["view", "edit", "create", "publish"] as const;
/** What the built-in tools of a workspace save. */
export const RECORD_KINDS = ["insight", "recommendation", "document", "source"] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
