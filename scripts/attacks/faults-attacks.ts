import type { AttackArea } from "./attack.ts";

export const FAULTS_ATTACKS: AttackArea = {
  title: "Truth after faults",
  attacks: [
    {
      attack: "A key, member, group, tool, grant, delegation or other setting is changed, put in or taken out by SQL",
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
      attack: "A column of a setting is changed that no event tells of",
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
      attack: "A claim is committed and its answer is lost, in the server and for a worker",
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
      attack: "A database's own words reach an agent",
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
      attack: "A call comes before the server's tools are there",
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
      attack: "The database falls silent: packets are dropped and nothing is closed, while statements and transactions are out",
      guarantee: "G32",
      file: "packages/server/test/store/silence.pg.test.ts",
      tests: [
        "G32 what is out when the database falls silent",
        "G32 a transaction that silence cut off",
        "G32 after silence other processes",
      ],
    },
    {
      attack: "Single packets are lost, on a line that is whole when somebody looks, beside statements that take long",
      guarantee: "G32",
      file: "packages/server/test/store/silence.pg.test.ts",
      tests: ["G32 a statement whose packets were lost", "G32 a statement that the database works on"],
    },
    {
      attack: "A process that is cut off holds locks that another process waits for",
      guarantee: "G32",
      file: "packages/server/test/store/silence.pg.test.ts",
      tests: ["G32 what a silent process holds"],
    },
    {
      attack: "Silence comes between claim and handler, swallows a claim's answer, or an ending, or a heartbeat",
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
      attack: "Calls come, and one is held, while the database is silent",
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
