import { randomUUID } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ToolFailure, type ServerTool } from "../../src/ports/tool.ts";
import { findSchemaFault } from "../../src/engine/catalog/find-schema-fault.ts";
import { validateInput } from "../../src/engine/checks/validate-input.ts";
import type { Connector } from "../../src/tools/connectors/connector.ts";
import type { Trouble } from "./fakes/trouble.ts";
import { never } from "../support/never.ts";
import { attempt, openConnection, toolOf, type RunOptions } from "./support.ts";

const TROUBLES = ["cut_before", "cut_after", "error_before", "error_after", "hang_after"] as const satisfies Trouble[];

export interface Write {
  /** Returns a new valid input at each call. */
  input(): JsonObject;
  /** Options of every attempt, such as the transaction of a transactional tool. */
  options?: RunOptions;
}

/** A service on a real socket, and what a connection to it needs. */
export interface World {
  settings: unknown;
  credentials: unknown;
  /** Credentials of the same shape that the service refuses; absent if it requires none. */
  wrongCredentials?: unknown;
  /** Literals that must not appear in any preview, result, message or error. */
  secrets: readonly string[];
  /** By tool name. */
  writes: Readonly<Record<string, Write>>;
  /** Number of changes, counted at the service. */
  effects(): number | Promise<number>;
  /** Absent for a connector without a network. Calls back when the fault strikes. */
  trouble?(kind: Trouble, onStrike?: () => void): void;
  close(): Promise<void>;
}

const SCOPE = { workspaceId: "ws_test" };

/** Promises of every connector; tests of one connector add what is specific. `writes` names its tools that change something. */
export function connectorContract<C, S>(
  connector: Connector<C, S>,
  writes: readonly string[],
  openWorld: () => Promise<World>,
): void {
  describe(`the contract of connectors: ${connector.name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld();
    });
    afterAll(() => world.close());

    const open = (credentials: unknown = world.credentials) => openConnection(connector, world.settings, credentials);
    const toolNamed = (name: string): ServerTool => toolOf(connector, open(), name);
    const writeOf = (name: string): Write => {
      const write = world.writes[name];
      if (!write) throw new Error(`the world has no input for ${name}`);
      return write;
    };
    const run = (name: string, options: RunOptions = {}, credentials = world.credentials, input = writeOf(name).input()) =>
      attempt(toolOf(connector, open(credentials), name), input, { ...writeOf(name).options, ...options });
    const hasNoSecret = (value: unknown): void => {
      const text = value instanceof Error ? `${value.message} ${value.stack}` : JSON.stringify(value);
      for (const secret of world.secrets) expect(text).not.toContain(secret);
    };

    test("its tools are defined in full: schema, effect class and its means, approval", () => {
      const tools = connector.tools(open());
      const names = tools.map(({ definition }) => definition.name);
      expect(new Set(names).size).toBe(names.length);
      expect(new Set(tools.flatMap(({ definition }) => (definition.risk === 0 ? [] : definition.name)))).toEqual(
        new Set(writes),
      );
      for (const { definition, approval, lookup } of tools) {
        const { name, description, inputSchema, effect, risk = 2, protectedKeys = [] } = definition;
        const properties = Object.keys((inputSchema["properties"] ?? {}) as JsonObject);
        expect({
          name,
          fault: findSchemaFault(inputSchema),
          type: inputSchema["type"],
          isDescribed: description.length > 20,
          hasEffect: effect !== undefined,
          hasLookup: lookup !== undefined,
          approval,
          strangeKeys: protectedKeys.filter((key) => !properties.includes(key)),
        }).toEqual({
          name,
          fault: undefined,
          type: "object",
          isDescribed: true,
          hasEffect: true,
          hasLookup: effect === "reconcilable",
          approval: risk === 0 ? "never" : "required",
          strangeKeys: [],
        });
      }
    });

    test("the same connection brings the same tools each time it is opened", () => {
      const definitions = () => connector.tools(open()).map(({ definition }) => definition);
      expect(definitions()).toEqual(definitions());
    });

    test("the connection's test says who we are there", async () => {
      const answer = await connector.test(open(), never);
      expect(answer).toMatchObject({ ok: true, as: expect.stringMatching(/\S/) });
      hasNoSecret(answer);
    });

    test("the connection's test tells refused credentials apart, without naming them", async () => {
      if (world.wrongCredentials === undefined) return expect(connector.credentials.parse({})).toEqual({});
      const wrong = open(world.wrongCredentials);
      const answer = await connector.test(wrong, never).catch((error: unknown) => error);
      expect(answer instanceof Error ? (answer as { kind?: string }).kind : answer).toEqual(
        answer instanceof Error ? "auth" : expect.objectContaining({ ok: false, code: "auth" }),
      );
      hasNoSecret(answer);
    });

    describe.each(writes)("%s", (name) => {
      test("a preview changes nothing, is the same twice and holds no secret", async () => {
        const before = await world.effects();
        const tool = toolNamed(name);
        const input = writeOf(name).input();
        expect(validateInput(JSON.stringify(tool.definition.inputSchema), input)).toEqual([]);
        const described = await tool.describe(input, SCOPE);
        expect(described.preview.title).toMatch(/\S/);
        expect(await tool.describe(input, SCOPE)).toEqual(described);
        hasNoSecret(described);
        expect(await world.effects()).toBe(before);
      });

      test("a preview of any input is one, or a refusal on purpose", async () => {
        const odd = [null, "", "\u0000", "x".repeat(70_000), -1, 1e300, [], [null], {}, { __proto__: 1 }, true];
        const base = writeOf(name).input();
        const inputs = [
          {},
          ...Object.keys(base).flatMap((key) => odd.map((value) => ({ ...base, [key]: value }) as JsonObject)),
        ];
        for (const input of inputs) {
          const answer = await toolNamed(name)
            .describe(input, SCOPE)
            .catch((error: unknown) => error);
          const isRefusal = answer instanceof ToolFailure;
          expect({ input, answer: isRefusal || !(answer instanceof Error) ? "fine" : answer }).toEqual({
            input,
            answer: "fine",
          });
        }
      });

      test("G3 an approved call takes effect once and answers with what came of it", async () => {
        const before = await world.effects();
        const ran = await run(name);
        expect(ran).toMatchObject({ ended: "executed" });
        hasNoSecret(ran);
        expect((await world.effects()) - before).toBe(1);
      });

      test("refused credentials end the call as forbidden, with no effect and without naming them", async () => {
        if (world.wrongCredentials === undefined) return expect(connector.credentials.parse({})).toEqual({});
        const before = await world.effects();
        const ran = await run(name, {}, world.wrongCredentials).catch((error: unknown) => ({
          ended: "failed" as const,
          error,
        }));
        expect(ran).toMatchObject({ ended: "failed", error: { code: "forbidden" } });
        if (ran.ended === "failed") hasNoSecret(ran.error);
        expect(await world.effects()).toBe(before);
      });

      test.each(TROUBLES)("G3 G5 %s: never a second effect, and none is called undone", async (kind) => {
        const { trouble } = world;
        const { effect } = toolNamed(name).definition;
        if (!trouble) return expect(effect).toBe("transactional");
        const before = await world.effects();
        const count = async (): Promise<number> => (await world.effects()) - before;
        const [actionId, input] = [randomUUID(), writeOf(name).input()];
        const over = new AbortController();
        trouble(kind, () => kind === "hang_after" && over.abort(new DOMException("the time is over", "TimeoutError")));
        const first = await run(name, { actionId, signal: over.signal }, world.credentials, input);
        hasNoSecret(first.ended === "failed" ? first.error : first);
        // `failed` promises that nothing happened, `executed` that the effect took place.
        const counted = await count();
        expect(counted).toBe({ failed: 0, executed: 1, unknown: counted }[first.ended]);
        expect(counted).toBeLessThanOrEqual(1);
        if (first.ended !== "unknown" || effect === "unsafe") return;
        // A retry by a person first looks up whether the lost attempt took effect.
        const second = await run(name, { actionId, attempt: 2 }, world.credentials, input);
        hasNoSecret(second.ended === "failed" ? second.error : second);
        expect(await count()).toBeLessThanOrEqual(1);
        if (second.ended === "executed") expect(await count()).toBe(1);
      });

      test("a limit of calls is told with the time to wait, and nothing was done", async () => {
        const { trouble } = world;
        if (!trouble) return expect(toolNamed(name).definition.effect).toBe("transactional");
        const before = await world.effects();
        trouble("rate_limit");
        const ran = await run(name);
        expect(ran).toMatchObject({ ended: "failed", error: { code: "handler" } });
        if (ran.ended === "failed") expect(ran.error.message).toMatch(/try again in \d+ seconds?/);
        expect(await world.effects()).toBe(before);
      });
    });
  });
}
