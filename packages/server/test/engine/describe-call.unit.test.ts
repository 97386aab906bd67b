import { expect, test } from "vitest";
import { describeCall } from "../../src/engine/proposals/describe-call.ts";
import { createRegistry } from "../../src/engine/registry.ts";
import { forgetSecrets, rememberSecrets } from "../../src/engine/secrets/known-secrets.ts";

const scope = { workspaceId: "ws1" };
const inputSchema = JSON.stringify({ type: "object", properties: { id: { type: "string" } } });
const tool = (source: string) => ({ name: "write_record", title: null, inputSchema, source, previews: false });

test.each(["server", "connection:ws1/c1", "studio:ws1/write_record"])(
  "G6 a call of a tool of %s that this process does not have is not described, so that nothing incomplete is stored",
  async (source) => {
    const logged: string[] = [];
    const deps = { registry: createRegistry([]), log: (_level: string, message: string) => void logged.push(message) };
    expect(await describeCall(deps, scope, tool(source), {})).toMatchObject({ ok: false, isLoading: true });
    expect(logged).toEqual([]);
  },
);

test("the title of a call masks the secrets of its tool's own server, and confirms no guess of another's", async () => {
  const deps = { registry: createRegistry([]), log: () => undefined };
  const titleOf = async (source: string, id: string) => {
    const described = await describeCall(deps, scope, tool(source), { id });
    return described.ok && (JSON.parse(described.facts.preview) as { title: string }).title;
  };
  rememberSecrets("mcp:ws1/notes", ["hunter2-sesame"]);
  expect(await titleOf("mcp:ws1/notes", "is hunter2-sesame")).toBe("write_record: is [secret]");
  rememberSecrets("mcp:ws1/notes", ["another-sesame"]);
  expect(await titleOf("mcp:ws1/notes", "hunter2-sesame another-sesame")).toBe("write_record: [secret] [secret]");
  expect(await titleOf("mcp:ws2/notes", "another-sesame")).toBe("write_record: another-sesame");
  forgetSecrets("mcp:ws1/notes");
  expect(await titleOf("mcp:ws1/notes", "another-sesame")).toBe("write_record: another-sesame");
});
