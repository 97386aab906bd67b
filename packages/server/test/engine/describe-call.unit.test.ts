import { expect, test } from "vitest";
import { describeCall } from "../../src/engine/proposals/describe-call.ts";
import { createRegistry } from "../../src/engine/registry.ts";

const scope = { workspaceId: "ws1" };
const tool = (source: string) => ({ name: "write_record", title: null, source, previews: false });

test.each(["server", "connection:ws1/c1", "studio:ws1/write_record"])(
  "G6 a call of a tool of %s that this process does not have is not described, so that nothing incomplete is stored",
  async (source) => {
    const logged: string[] = [];
    const deps = { registry: createRegistry([]), log: (_level: string, message: string) => void logged.push(message) };
    expect(await describeCall(deps, scope, tool(source), {})).toMatchObject({ ok: false, isLoading: true });
    expect(logged).toEqual([]);
  },
);
