import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Principal } from "../../src/core/principal.ts";
import type { Identity } from "../../src/identity/identity.ts";
import { readSettings } from "../../src/store/statements/setting-evidence.ts";
import { describeEachDatabase } from "../support/database.ts";
import { addWorkspace, codeOf, makeName, openTestIdentity, readAudit, valueOf } from "./support.ts";

describeEachDatabase("the right to break the glass", (getDatabase) => {
  let identity: Identity;
  let workspaceId: string;
  let admin: Principal;
  beforeAll(async () => {
    identity = openTestIdentity(getDatabase());
    ({ workspaceId, admin } = await addWorkspace(getDatabase()));
    // Older than a day, so that new rights count after a wait.
    await getDatabase()
      .kysely.updateTable("workspace")
      .set({ createdAt: new Date(Date.now() - 10 * 86_400_000) })
      .where("id", "=", workspaceId)
      .execute();
  });

  const add = async (role: "approver" | "viewer") => {
    const email = `${makeName("Ann")}@example.org`;
    return valueOf(await identity.addMember(admin, { email, name: "Ann", role, confirm: true })).member.userId;
  };

  test("G46 a right that counts survives later raises, and one that does not waits with them", async () => {
    const counted = async (userId: string) =>
      valueOf(await identity.listMembers(admin)).find((one) => one.userId === userId)?.mayBreakGlass;
    const old = await add("approver");
    valueOf(await identity.changeMember(admin, old, { breakGlass: true, confirm: true }));
    expect(await counted(old)).toBe(false);
    await getDatabase()
      .kysely.updateTable("member")
      .set({ countsFrom: new Date(Date.now() - 1000) })
      .where("userId", "=", old)
      .execute();
    expect(await counted(old)).toBe(true);
    valueOf(await identity.changeMember(admin, old, { teams: ["ops"], confirm: true }));
    expect(await counted(old)).toBe(true);
    valueOf(await identity.changeMember(admin, old, { breakGlass: false }));
    expect(await counted(old)).toBe(false);

    const fresh = await add("approver");
    valueOf(await identity.changeMember(admin, fresh, { teams: ["ops"], confirm: true }));
    valueOf(await identity.changeMember(admin, fresh, { breakGlass: true, confirm: true }));
    expect(await counted(fresh)).toBe(false);
    valueOf(await identity.changeMember(admin, fresh, { role: "admin", confirm: true }));
    expect(await counted(fresh)).toBe(false);
  });

  test("G12 a member whose teams were recorded before there was such a right has the hash it had", async () => {
    const ann = await add("approver");
    valueOf(await identity.changeMember(admin, ann, { teams: ["ops"], confirm: true }));
    const { kysely } = getDatabase();
    const hashOf = async () => (await readSettings(kysely, workspaceId, [["member", ann]]))[`member/${ann}`];
    const { rows } = await sql<{
      hash: string;
    }>`select '1:' || encode(sha256(convert_to((jsonb_build_array(m.role, m.former_role,
        extract(epoch from m.counts_from)) || jsonb_build_array(m.teams, m.former_teams))::text, 'UTF8')), 'hex') as hash
      from member m where m.user_id = ${ann}`.execute(kysely);
    expect(await hashOf()).toBe(rows[0]?.hash);
    await kysely.updateTable("member").set({ breakGlass: true }).where("userId", "=", ann).execute();
    expect(await hashOf()).not.toBe(rows[0]?.hash);
    await kysely.updateTable("member").set({ breakGlass: null }).where("userId", "=", ann).execute();
  });

  test("G46 the right is given after confirmation only, counts after the wait, and goes with the role", async () => {
    const ann = await add("approver");
    expect(valueOf(await identity.listMembers(admin)).find(({ userId }) => userId === ann)?.breakGlass).toBe(false);
    expect(codeOf(await identity.changeMember(admin, ann, { breakGlass: true }))).toBe("INVALID_INPUT");
    const given = valueOf(await identity.changeMember(admin, ann, { breakGlass: true, confirm: true }));
    expect(given).toMatchObject({ breakGlass: true, role: "approver" });
    expect(Date.parse(given.countsFrom ?? "")).toBeGreaterThan(Date.now());
    const [told] = (await readAudit(getDatabase(), workspaceId)).filter(
      ({ kind, data }) => kind === "member.changed" && data.includes(ann),
    );
    expect(JSON.parse(told?.data ?? "")).toMatchObject({
      breakGlass: true,
      lowered: [expect.stringMatching(/can approve any action alone in an emergency/)],
    });
    expect(valueOf(await identity.changeMember(admin, ann, { role: "viewer" })).breakGlass).toBe(false);
    expect(codeOf(await identity.changeMember(admin, ann, { breakGlass: true, confirm: true }))).toBe("INVALID_INPUT");
    expect(codeOf(await identity.changeMember(admin, await add("viewer"), { breakGlass: true, confirm: true }))).toBe(
      "INVALID_INPUT",
    );
  });
});
