import { sql, type RawBuilder } from "kysely";
import { NEVER_GRANTED_RISK, type ActionStatus, type PrincipalKind, type Role } from "@countersign/protocol";
import type { Gate } from "../support/gate.ts";

/** Everything that decides who may call, decide and run, each with its values; a new world has the first ones. */
export const FACTS = {
  enabled: [true, false],
  vetting: ["vetted", "changed"],
  definition: ["first", "other"],
  risk: [2, 5],
  approval: ["required", "never", "when"],
  approvalWhen: ["args.amount > 100", "args.amount > 200"],
  requiredIn: [false, true],
  neverIn: [false, true],
  /** Who decides: the last three by a rule of several people, the others by role or name. */
  who: ["anyone", "admins", "ada", "bob", "two of them", "ada by rule", "the team"],
  /** Which routing rule the tool has: one that applies to no call, to every call, to every call of risk 5; with two approvals or none. */
  routing: ["none", "off", "asks", "two", "two if risky"],
  toolInClient: [null, true, false],
  needsSecondPerson: [null, true],
  group: ["default", "other"],
  maxRisk: [null, 1],
  agentInClient: [false, true],
  actsFor: [null, "ada"],
  selfConfirm: [null, 1, 2],
  key: ["live", "revoked"],
  ada: ["approver", "viewer", "admin"],
  bob: ["approver", "viewer"],
  admin: ["admin", "approver"],
  adaInTeam: [true, false],
  bobInTeam: [false, true],
  /** Ada lets Bob decide for her; `later` from tomorrow on. */
  delegation: ["later", "live", "revoked"],
  /** The administrator's, for amounts up to 10. */
  grant: ["revoked", "live", "expired"],
} as const satisfies Record<string, readonly unknown[]>;

export type Fact = keyof typeof FACTS;
export type World = { [F in Fact]: (typeof FACTS)[F][number] };
type Person = "ada" | "bob" | "admin";

export const newWorld = (): World =>
  Object.fromEntries(Object.entries(FACTS).map(([fact, values]) => [fact, values[0]])) as World;

/** Where the facts are stored: the ids of the rows, and the hash of the tool's first definition. */
export interface Rows {
  workspaceId: string;
  agentId: string;
  people: Record<Person, string>;
  definitionHash: string;
}

/** Writes one fact to the database, as nothing in the product does: without looking at any other. */
export async function writeFact({ database }: Pick<Gate, "database">, rows: Rows, world: World, fact: Fact): Promise<void> {
  const { workspaceId, agentId, people, definitionHash } = rows;
  const tool = (set: RawBuilder<unknown>) =>
    sql`update tool set ${set} where workspace_id = ${workspaceId} and name = 'pay'`.execute(database.kysely);
  const agent = (set: RawBuilder<unknown>) =>
    sql`update api_key set ${set} where workspace_id = ${workspaceId} and id = ${agentId}`.execute(database.kysely);
  const member = (person: Person) =>
    sql`update member set role = ${world[person]} where workspace_id = ${workspaceId} and user_id = ${people[person]}`.execute(
      database.kysely,
    );
  const team = (person: "ada" | "bob", isIn: boolean) =>
    sql`update member set teams = ${isIn ? ["security"] : []}::text[]
      where workspace_id = ${workspaceId} and user_id = ${people[person]}`.execute(database.kysely);
  const rules: Partial<Record<World["who"], object>> = {
    "two of them": { needs: "n_of", n: 2, of: [{ role: "approver" }] },
    "ada by rule": { needs: "any_of", of: [{ user: people.ada }] },
    "the team": { needs: "any_of", of: [{ team: "security" }] },
  };
  const rule = rules[world.who];
  const named = world.who === "ada" || world.who === "bob" ? [people[world.who]] : [];
  const two = { needs: "n_of", n: 2, of: [{ role: "approver" }] };
  const routing: Record<World["routing"], object[]> = {
    none: [],
    off: [{ name: "off", when: "args.amount > 1000.0", approvalRule: two }],
    asks: [{ name: "asks", when: "args.amount > 1.0" }],
    two: [{ name: "two", when: "args.amount > 1.0", approvalRule: two }],
    "two if risky": [{ name: "two if risky", when: "tool.risk == 5", approvalRule: two }],
  };
  const routed = routing[routingOf(world)];
  const writeRouting = () => tool(sql`routing_rules = ${routed.length > 0 ? JSON.stringify(routed) : null}`);
  const inGroup = (is: boolean) => (is ? ["default"] : []);
  const write: Record<Fact, () => Promise<unknown>> = {
    enabled: () => tool(sql`enabled = ${world.enabled}`),
    vetting: () => tool(sql`vetting = ${world.vetting}`),
    definition: () =>
      tool(sql`definition_hash = ${world.definition === "other" ? `x${definitionHash.slice(1)}` : definitionHash}`),
    risk: () => tool(sql`risk = ${world.risk}`),
    approval: () => tool(sql`approval = ${world.approval}`),
    approvalWhen: () => tool(sql`approval_when = ${world.approvalWhen}`),
    requiredIn: () => tool(sql`required_in = ${inGroup(world.requiredIn)}::text[]`),
    neverIn: () => tool(sql`never_in = ${inGroup(world.neverIn)}::text[]`),
    who: async () => {
      await writeRouting();
      await tool(sql`approver_role = ${world.who === "admins" ? "admin" : null}, approver_ids = ${named}::text[],
        approval_rule = ${rule ? JSON.stringify(rule) : null}`);
    },
    routing: writeRouting,
    needsSecondPerson: () => tool(sql`needs_second_person = ${world.needsSecondPerson}`),
    toolInClient: () => tool(sql`in_client = ${world.toolInClient}`),
    group: () => agent(sql`groups = ${[world.group]}::text[]`),
    maxRisk: () => agent(sql`max_risk = ${world.maxRisk}`),
    agentInClient: () => agent(sql`in_client = ${world.agentInClient}`),
    actsFor: () => agent(sql`acts_for = ${world.actsFor && people[world.actsFor]}`),
    selfConfirm: () => agent(sql`self_confirm_max_risk = ${world.selfConfirm}`),
    key: () => agent(sql`revoked_at = ${world.key === "revoked" ? sql`now()` : null}`),
    ada: () => member("ada"),
    bob: () => member("bob"),
    admin: () => member("admin"),
    adaInTeam: () => team("ada", world.adaInTeam),
    bobInTeam: () => team("bob", world.bobInTeam),
    delegation: () =>
      sql`update delegation set revoked_at = ${world.delegation === "revoked" ? sql`now()` : null},
        starts_at = now() + ${world.delegation === "later" ? 1 : -1} * interval '1 day'
        where workspace_id = ${workspaceId}`.execute(database.kysely),
    grant: () =>
      sql`update standing_grant set revoked_at = ${world.grant === "revoked" ? sql`now()` : null},
        expires_at = now() + ${world.grant === "expired" ? -1 : 1} * interval '1 day'
        where workspace_id = ${workspaceId}`.execute(database.kysely),
  };
  await write[fact]();
}

/** A rule with approvals stands beside no role and no list of approvers. */
const routingOf = ({ routing, who }: World): World["routing"] =>
  ["admins", "ada", "bob"].includes(who) && routing !== "asks" ? "none" : routing;

/** Whether the tool's routing rule applies in this world to the call, whose amount is 5. */
const isRouted = (world: World): boolean =>
  ["asks", "two"].includes(routingOf(world)) || (routingOf(world) === "two if risky" && world.risk === 5);

/** Whether two approvals are needed by a routing rule. */
const needsTwo = (world: World): boolean => isRouted(world) && routingOf(world) !== "asks";

/** An action as it is stored, with people by their names. */
export interface StoredCall {
  status: ActionStatus;
  resolvedKind: PrincipalKind | null;
  /** `ada`, `bob`, `admin`, `client`, `policy` or `grant`. */
  resolvedBy: string | null;
  isDelegated: boolean;
  policyWhen: string | null;
  /** The tool's definition when it was proposed. */
  definition: World["definition"];
  /** The approvals of the current version. */
  approvals: { by: Person; isDelegated: boolean }[];
}

export async function readCall({ database }: Pick<Gate, "database">, rows: Rows, id: string): Promise<StoredCall> {
  const { workspaceId, agentId, people } = rows;
  const row = await database.kysely
    .selectFrom("action")
    .select(["status", "resolvedKind", "resolvedBy", "delegationId", "policyWhen", "voteRound", "toolHash"])
    .where("workspaceId", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const decisions = await database.kysely
    .selectFrom("decision")
    .select(["byId", "delegationId"])
    .where("workspaceId", "=", workspaceId)
    .where("actionId", "=", id)
    .where("voteRound", "=", row.voteRound)
    .where("verdict", "=", "approve")
    .execute();
  const nameOf = (resolver: string | null): string | null => {
    if (resolver === `client:${agentId}`) return "client";
    if (resolver?.startsWith("grant:")) return "grant";
    return Object.entries(people).find(([, one]) => one === resolver)?.[0] ?? resolver;
  };
  return {
    status: row.status,
    resolvedKind: row.resolvedKind,
    resolvedBy: nameOf(row.resolvedBy),
    isDelegated: row.delegationId !== null,
    policyWhen: row.policyWhen,
    definition: row.toolHash === rows.definitionHash ? "first" : "other",
    approvals: decisions.flatMap(({ byId, delegationId }) => {
      const by = nameOf(byId);
      return isPerson(by) ? [{ by, isDelegated: delegationId !== null }] : [];
    }),
  };
}

const isAble = (role: Role): boolean => role !== "viewer";
const isPerson = (name: string | null): name is Person => name === "ada" || name === "bob" || name === "admin";

export const isToolAsProposed = ({ enabled, vetting, definition }: World, call: StoredCall): boolean =>
  enabled && vetting === "vetted" && definition === call.definition;

const mayCall = (world: World, call: StoredCall): boolean =>
  isToolAsProposed(world, call) &&
  world.key === "live" &&
  world.group === "default" &&
  (world.maxRisk === null || world.risk <= world.maxRisk);

/** Whether the tool's settings let this person decide on the call. A routing rule names everybody who may decide at all. */
const isLet = (world: World, person: Person): boolean => (needsTwo(world) ? isAble(world[person]) : isLetByTool(world, person));

const isLetByTool = (world: World, person: Person): boolean =>
  isAble(world[person]) &&
  (world.who !== "admins" || world[person] === "admin") &&
  (world.who !== "bob" || person === "bob") &&
  (!["ada", "ada by rule"].includes(world.who) || person === "ada") &&
  (world.who !== "the team" || isInTeam(world, person));

const isInTeam = ({ adaInTeam, bobInTeam }: World, person: Person): boolean =>
  (person === "ada" && adaInTeam) || (person === "bob" && bobInTeam);

const hasRule = ({ who }: World): boolean => ["two of them", "ada by rule", "the team"].includes(who);

const answersInClient = (world: World): boolean =>
  world.agentInClient &&
  world.key === "live" &&
  world.actsFor === null &&
  world.toolInClient !== false &&
  world.risk === 2 &&
  world.who === "anyone" &&
  ["none", "asks"].includes(routingOf(world));

/** Whether Ada decides on no call of an agent that acts for her; for her delegate it is always so. */
const isOwnBarred = (world: World, by: Person | null, isDelegated: boolean): boolean =>
  world.actsFor === "ada" &&
  (isDelegated ||
    (by === "ada" &&
      (world.selfConfirm === null ||
        world.risk > world.selfConfirm ||
        world.needsSecondPerson === true ||
        hasRule(world) ||
        needsTwo(world))));

/** Whether a person's approval of the action holds in this world. Written apart from the code under test. */
export function holds(world: World, call: StoredCall): boolean {
  if (call.resolvedBy === "client") return answersInClient(world);
  if (!isPerson(call.resolvedBy)) return false;
  const approver = call.isDelegated ? "ada" : call.resolvedBy;
  if (!isLet(world, approver) || isOwnBarred(world, call.resolvedBy, call.isDelegated)) return false;
  if (call.isDelegated && (world.delegation === "revoked" || !isAble(world[call.resolvedBy]))) return false;
  const counted = call.approvals.flatMap(({ by, isDelegated }) => {
    const person = isDelegated ? "ada" : by;
    const isGone = isDelegated && world.delegation === "revoked";
    const isIll = !isAble(world[by]) || !isAble(world[person]) || [by, person].some((one) => one === world.actsFor);
    return isGone || isIll ? [] : [person];
  });
  const ofRule = new Set(counted.filter((person) => isLetByTool(world, person)));
  const isRuleMet = !hasRule(world) || ofRule.size >= (world.who === "two of them" ? 2 : 1);
  return isRuleMet && (!needsTwo(world) || new Set(counted).size >= 2);
}

/** Whether an approved action may run in this world. */
export function mayRun(world: World, call: StoredCall): boolean {
  if (!mayCall(world, call)) return false;
  if (call.resolvedKind === "user") return holds(world, call);
  if (call.resolvedBy === "grant") {
    const isAuthor = world.admin === "admin" && isLetByTool(world, "admin") && !hasRule(world);
    return (
      !isRouted(world) && world.grant === "live" && world.definition === "first" && isAuthor && world.risk < NEVER_GRANTED_RISK
    );
  }
  const approval = world.requiredIn ? "required" : world.neverIn ? "never" : world.approval;
  if (isRouted(world)) return false;
  return approval === "never" || (approval === "when" && world.approvalWhen === call.policyWhen);
}
