import type { AttackArea } from "./attack.ts";

export const FAULTS_ATTACKS: AttackArea = {
  title: "Correct outcomes after faults",
  attacks: [
    {
      attack: "A key, member, group, tool, grant, delegation or other setting is changed, inserted or deleted by SQL",
      guarantee: "G12",
      file: "packages/server/test/engine/altered-settings.contract.test.ts",
      tests: [
        "G12 a tool needs no approval any more",
        "G12 a key is put in",
        "G12 a member is taken out",
        "G12 a grant is unused",
      ],
    },
    {
      attack: "A column of a setting is changed that no event records",
      guarantee: "G12",
      file: "packages/server/test/engine/altered-settings.contract.test.ts",
      tests: ["G12 each column of a setting", "G12 a change of any one column"],
    },
    {
      attack: "The database goes away between the claim of an approved action and its handler",
      guarantee: "G31",
      file: "packages/server/test/engine/own-faults.pg.test.ts",
      tests: ["G31 a database that is gone between claim and handler"],
    },
    {
      attack: "A claim is committed and its response is lost, in the server and for a worker",
      guarantee: "G31",
      file: "packages/server/test/engine/own-faults.pg.test.ts",
      tests: ["G31 a claim whose answer was lost", "G31 a worker whose claim met a fault"],
    },
    {
      attack: "The database goes away while a handler runs",
      guarantee: "G31 G5",
      file: "packages/server/test/engine/own-faults.pg.test.ts",
      tests: ["G31 a handler that met the fault after its start"],
    },
    {
      attack: "Error text of the database reaches an agent",
      guarantee: "G31",
      file: "packages/server/test/engine/own-faults.pg.test.ts",
      tests: ["G31 an agent never reads a database's words"],
    },
    {
      attack: "Agents, people and MCP clients call while the database is away, twice in a row",
      guarantee: "G31",
      file: "packages/server/test/http/database-outage.pg.test.ts",
      tests: ["G31 a call during an outage", "G31 an MCP client is told", "G31 two outages in a row"],
    },
    {
      attack: "A call arrives before the server's tools are available",
      guarantee: "G31",
      file: "packages/server/test/http/starting.int.test.ts",
      tests: ["G31 until everything is served", "G31 the first time a server says", "G31 a tool whose source is still loading"],
    },
    {
      attack: "Lists and sweeps fill the queue of the embedded database while executions run",
      guarantee: "G31",
      file: "packages/server/test/store/priority-mutex.unit.test.ts",
      tests: ["G31 what keeps an execution alive"],
    },
    {
      attack:
        "The database stops responding: packets are dropped and no connection is closed, while statements and transactions are in progress",
      guarantee: "G32",
      file: "packages/server/test/store/silence.pg.test.ts",
      tests: [
        "G32 what is out when the database falls silent",
        "G32 a transaction that silence cut off",
        "G32 after silence other processes",
      ],
    },
    {
      attack: "Single packets are lost on a connection that works when it is probed, beside statements that take long",
      guarantee: "G32",
      file: "packages/server/test/store/silence.pg.test.ts",
      tests: ["G32 a statement whose packets were lost", "G32 a statement that the database works on"],
    },
    {
      attack: "A process that is cut off holds locks for which another process waits",
      guarantee: "G32",
      file: "packages/server/test/store/silence.pg.test.ts",
      tests: ["G32 what a silent process holds"],
    },
    {
      attack:
        "The database stops responding between claim and handler, or the response to a claim, an ending or a heartbeat is lost",
      guarantee: "G31 G32",
      file: "packages/server/test/engine/silence.pg.test.ts",
      tests: [
        "G31 G32 a database that falls silent between claim and handler",
        "G31 G32 a claim that was committed and whose answer",
        "G31 G32 what a handler did during silence",
        "G31 what a handler did is told until",
        "G31 G32 a heartbeat that failed",
      ],
    },
    {
      attack: "Calls arrive, and one is held, while the database does not respond",
      guarantee: "G31 G32",
      file: "packages/server/test/http/database-outage.pg.test.ts",
      tests: ["G31 G32 a call while the database is silent"],
    },
    {
      attack: "The thread of the embedded database dies",
      guarantee: "G32",
      file: "packages/server/test/cli/start.int.test.ts",
      tests: ["G32 a process whose database is gone"],
    },
  ],
};
