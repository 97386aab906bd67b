import type { Connection, JsonObject } from "@countersign/protocol";
import { sql } from "kysely";
import type { Principal } from "../../src/core/principal.ts";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { createOnCallWatch, type OnCallWatch } from "../../src/features/on-call/on-call-watch.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { createOnCallTeams } from "../../src/identity/on-call-teams.ts";
import type { OnCallTeams } from "../../src/ports/on-call.ts";
import { createConnections, type RunningConnections } from "../../src/tools/connections/create-connections.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import { pagerdutyConnector } from "../../src/tools/connectors/pagerduty/pagerduty-connector.ts";
import { rotaConnector } from "../../src/tools/connectors/rota/rota-connector.ts";
import { PAGERDUTY_TOKEN, SCHEDULE, startFakePagerduty, type FakePagerduty } from "../connectors/fakes/pagerduty.ts";
import { openTestIdentity } from "../identity/support.ts";
import { need, openGate, type Gate } from "../support/gate.ts";

export interface OnCallWorld {
  gate: Gate;
  identity: Identity;
  running: RunningConnections;
  teams: OnCallTeams;
  pagerduty: FakePagerduty;
  logged: string[];
  /** Another process that watches schedules. Stopped with the world. */
  watch(): OnCallWatch;
  /** One pass of a process that lives as long as the world. */
  pass(): Promise<void>;
  /** Adds a connection to PagerDuty. */
  addPagerduty(settings?: object, more?: object): Promise<Connection>;
  addRota(settings: object): Promise<Connection>;
  /** Sets who is on call at PagerDuty. */
  nowOnCall(...people: readonly (Principal | string)[]): void;
  /** Sets what a member has in the database, as an earlier change would have. */
  put(who: Principal, columns: object): Promise<unknown>;
  teamsOf(who: Principal): Promise<string[]>;
  /** Ids of the members of a team. */
  membersOf(team: string): Promise<string[]>;
  read(id: string): Promise<Connection>;
  /** Everything that a pass may write: rows of members, events, states, and the policy epoch. */
  written(): Promise<unknown>;
  close(): Promise<void>;
}

export const emailOf = ({ id }: Principal): string => `${id}@example.test`;
export const PAIR = { team: "ops", onCallTeam: "ops-on-call" };

export async function openOnCallWorld(...given: Parameters<typeof openGate>): Promise<OnCallWorld> {
  const gate = await openGate(...given);
  const { workspaceId } = gate.agent;
  const { kysely } = gate.database;
  const pagerduty = await startFakePagerduty();
  const logged: string[] = [];
  const log = (...words: unknown[]): void => void logged.push(JSON.stringify(words));
  let keyText: string | undefined;
  const running = createConnections({
    database: gate.database,
    keys: createSecretKeys([], { path: "secret.key", read: async () => keyText, write: async (text) => void (keyText = text) }),
    connectors: [pagerdutyConnector, rotaConnector] as unknown as Connector[],
    registry: gate.registry,
    engine: gate.engine,
    log,
  });
  await running.serve(workspaceId);
  const teams = createOnCallTeams(gate.database, running.onCall);
  const watches: OnCallWatch[] = [];
  const watch = (): OnCallWatch => {
    const { onChange } = gate.engine.events;
    const made = createOnCallWatch({ database: gate.database, schedules: running.onCall, teams, log, onChange });
    watches.push(made);
    return made;
  };
  const first = watch();
  const { admin } = gate.people;
  const add = async (connector: string, settings: object, credentials: object, more: object) => {
    const request = { connector, name: `${connector} ${Math.random()}`, settings: settings as JsonObject };
    const kept = { credentials: credentials as JsonObject, allowPrivate: true, confirm: true };
    return need(await running.admin.create(admin, { ...request, ...kept, ...more }));
  };
  return {
    gate,
    identity: openTestIdentity(gate.database),
    running,
    teams,
    pagerduty,
    logged,
    watch,
    pass: () => first.pass(workspaceId),
    addPagerduty: (settings = {}, more = {}) =>
      add(
        "pagerduty",
        { ...PAIR, scheduleIds: [SCHEDULE], apiUrl: pagerduty.url, ...settings },
        { token: PAGERDUTY_TOKEN },
        more,
      ),
    addRota: (settings) => add("rota", { ...PAIR, ...settings }, {}, { allowPrivate: false }),
    nowOnCall: (...people) =>
      void pagerduty.schedules.set(
        SCHEDULE,
        people.map((one) => (typeof one === "string" ? one : emailOf(one))),
      ),
    put: (who, columns) =>
      kysely.updateTable("member").set(columns).where("workspaceId", "=", workspaceId).where("userId", "=", who.id).execute(),
    teamsOf: async (who) => need(await listed()).find(({ userId }) => userId === who.id)!.teams,
    membersOf: async (team) => need(await listed()).flatMap(({ userId, teams: all }) => (all.includes(team) ? [userId] : [])),
    read: async (id) => need(await running.admin.list(admin)).find((one) => one.id === id)!,
    async written() {
      const { rows } = await sql`
        select (select json_agg(json_build_array(m.user_id, m.xmin::text) order by m.user_id) from member m
            where workspace_id = ${workspaceId}) as members,
          (select json_agg(json_build_array(s.connection_id, s.xmin::text) order by s.connection_id) from on_call_team s
            where workspace_id = ${workspaceId}) as states,
          (select seq from audit_head where workspace_id = ${workspaceId}) as seq,
          (select epoch from policy_epoch where workspace_id = ${workspaceId}) as epoch`.execute(kysely);
      return rows[0];
    },
    async close() {
      await Promise.all(watches.map((one) => one.stop()));
      await running.stop();
      await pagerduty.close();
      await gate.close();
    },
  };

  function listed() {
    return openTestIdentity(gate.database).listMembers(admin);
  }
}
