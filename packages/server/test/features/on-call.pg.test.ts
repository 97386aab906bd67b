import { afterAll, beforeAll, expect, test } from "vitest";
import { untilBlocked } from "../support/until-blocked.ts";
import { openOnCallWorld, type OnCallWorld } from "./on-call-world.ts";

let world: OnCallWorld;
beforeAll(async () => {
  world = await openOnCallWorld("pg", { started: false });
});
afterAll(async () => world?.close());

test("G47 a pass waits for a change of members that is under way, and goes by what that left", async () => {
  const { approver: ada } = world.gate.people;
  const { kysely } = world.gate.database;
  await world.put(ada, { teams: ["ops"] });
  await world.addPagerduty();
  world.nowOnCall(ada);
  let passed: Promise<void> | undefined;
  await kysely.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom("workspace")
      .select("id")
      .where("id", "=", ada.workspaceId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable("member")
      .set({ teams: ["security"] })
      .where("userId", "=", ada.id)
      .execute();
    passed = world.pass();
    await untilBlocked(kysely);
  });
  await passed;
  expect(await world.teamsOf(ada)).toEqual(["security"]);
});
