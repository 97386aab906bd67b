import { fc, runs } from "../../../../../test/support/property.ts";
import { describe, expect, it } from "vitest";
import { TEMPLATE_LANGUAGE, TEMPLATE_LIMITS } from "../../../src/tools/connectors/content/templates/language.ts";
import { EXAMPLES, ITEMS } from "./examples.ts";
import type { Rendered } from "../../../src/tools/connectors/content/templates/render-template.ts";

// Runs the renderer in the test's own process, which tests the restrictions other than process isolation.
const child = (file: string) =>
  new URL(`../../../src/tools/connectors/content/templates/child/${file}.mjs`, import.meta.url).href;
const { answer } = (await import(child("answer"))) as { answer: (job: object) => Rendered };
const { createExecutor } = (await import(child("execute-node"))) as {
  createExecutor: (most: number) => (node: object, context: object) => unknown;
};
const { FILTERS } = (await import(child("filters"))) as { FILTERS: Map<string, unknown> };
const { FUNCTIONS } = (await import(child("functions"))) as { FUNCTIONS: Map<string, unknown> };

const render = (source: string, context: object = {}, language: object = TEMPLATE_LANGUAGE) =>
  answer({ source, context: JSON.stringify(context), language, mostBytes: TEMPLATE_LIMITS.outputBytes });

describe("a template may", () => {
  it.each(EXAMPLES)("write %j", (source, html) => expect(render(source, ITEMS)).toEqual({ ok: true, html }));

  it("use every name on the list, and the list is all there is", () => {
    const used = EXAMPLES.map(([source]) => source).join("\n");
    for (const filter of TEMPLATE_LANGUAGE.filters) expect(used).toMatch(new RegExp(`[|]\\s*${filter}\\b`));
    for (const name of TEMPLATE_LANGUAGE.functions) expect(used).toContain(`${name}(`);
    for (const name of TEMPLATE_LANGUAGE.tests) expect(used).toContain(`is ${name}`);
    expect([...FILTERS.keys()].sort()).toEqual([...TEMPLATE_LANGUAGE.filters].sort());
    expect([...FUNCTIONS.keys()].sort()).toEqual([...TEMPLATE_LANGUAGE.functions].sort());
  });
});

describe("text is escaped", () => {
  const hostile = `<script>"&'</script>`;
  const harmless = "&lt;script&gt;&quot;&amp;&#039;&lt;/script&gt;";

  it.each([
    `{{ x }}`,
    `{{ x|nl2br }}`,
    `{{ x|e|e }}`,
    `{{ true ? x : "" }}`,
    `{{ y ?? x }}`,
    `{{ y|default(x) }}`,
    `{{ x|default("<b>") }}`,
    `{{ [x]|first }}`,
    `{{ [x, ""]|join }}`,
    `{{ x ~ "" }}`,
    `{{ "#{x}" }}`,
    `{{ "%s"|format(x) }}`,
    `{{ "y"|replace({ y: x }) }}`,
    `{% set z %}{{ x }}{% endset %}{{ z }}`,
    `{% set z = x %}{{ z }}`,
    `{% for v in [x] %}{{ v }}{% endfor %}`,
    `{{ max(x, "") }}`,
  ])("by %j", (source) => expect(render(source, { x: hostile })).toEqual({ ok: true, html: harmless }));

  it("whatever was done to what a block has written", () => {
    for (const filter of [
      `replace({ "&lt;": "<" })`,
      "trim",
      "lower",
      "slice(0)",
      "join|default(z|reverse|reverse)",
      `format("x")`,
    ]) {
      const rendered = render(`{% set z %}{{ x }}{% endset %}{{ z|${filter} }}`, { x: hostile });
      expect(rendered.ok ? rendered.html : "").not.toMatch(/<script/i);
    }
  });

  it("and data that looks like escaped text is data", () => {
    const fake = { content: hostile, charset: "UTF-8", count: 1, toJSON: hostile, toString: hostile };
    expect(render(`{{ x }}`, { x: fake })).toMatchObject({ ok: false, code: "failed" });
    expect(render(`{{ x.content }}`, { x: fake })).toEqual({ ok: true, html: harmless });
  });

  it("for every text, in text and between either quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (x) => {
        const rendered = render(`{{ x }}`, { x });
        expect(rendered.ok && rendered.html).not.toMatch(/[<>"']/);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("G20 a template is refused", () => {
  it.each<[source: string, code: string, named: RegExp]>([
    [`{% include "/etc/passwd" %}`, "forbidden", /tag include is not available/],
    [`{% include x %}`, "forbidden", /tag include/],
    [`{% embed "x" %}{% endembed %}`, "forbidden", /tag embed/],
    [`{% extends "x" %}`, "forbidden", /tag extends/],
    [`{% use "x" %}`, "forbidden", /tag use/],
    [`{% import "x" as y %}`, "forbidden", /tag import/],
    [`{% from "x" import y %}`, "forbidden", /tag from/],
    [`{% macro m() %}x{% endmacro %}`, "forbidden", /tag macro/],
    [`{% block b %}x{% endblock %}`, "forbidden", /tag block/],
    [`{% do x %}`, "forbidden", /tag do/],
    [`{% with %}{% endwith %}`, "forbidden", /tag with/],
    [`{% sandbox %}{% endsandbox %}`, "forbidden", /tag sandbox/],
    [`{% autoescape false %}{{ x }}{% endautoescape %}`, "forbidden", /tag autoescape/],
    [`{% apply replace({ "&lt;": "<" }) %}{{ x }}{% endapply %}`, "forbidden", /tag apply/],
    [`{%- flush -%}`, "forbidden", /tag flush/],
    [`{% deprecated "x" %}`, "forbidden", /tag deprecated/],
    [`{% line 5 %}`, "forbidden", /tag line/],
    [`{{ include("/etc/passwd") }}`, "forbidden", /function include/],
    [`{{ source("/etc/passwd") }}`, "forbidden", /function source/],
    [`{{ template_from_string("{{ 1 }}") }}`, "forbidden", /function template_from_string/],
    [`{{ constant("PHP_VERSION") }}`, "forbidden", /function constant/],
    [`{{ 1 is constant("PHP_VERSION") }}`, "forbidden", /test constant/],
    [`{{ dump() }}`, "forbidden", /function dump/],
    [`{{ date() }}`, "forbidden", /function date/],
    [`{{ random() }}`, "forbidden", /function random/],
    [`{{ block("x") }}`, "forbidden", /block function/],
    [`{{ x|raw }}`, "forbidden", /filter raw/],
    [`{{ x|spaceless }}`, "forbidden", /filter spaceless/],
    [`{{ x|json_encode }}`, "forbidden", /filter json_encode/],
    [`{{ x|convert_encoding("UTF-8", "latin1") }}`, "forbidden", /filter convert_encoding/],
    [`{{ x|date_modify("+1 day") }}`, "forbidden", /filter date_modify/],
    [`{{ [1]|map(v => v) }}`, "forbidden", /filter map/],
    [`{{ [1]|filter(v => v) }}`, "forbidden", /filter filter/],
    [`{{ [1]|reduce((a, v) => v) }}`, "forbidden", /filter reduce/],
    [`{{ [1]|column("a") }}`, "forbidden", /filter column/],
    [`{{ [2, 1]|sort((a, b) => 1) }}`, "forbidden", /Arrow functions/],
    [`{{ [1] has some v => v }}`, "forbidden", /has some|Arrow/],
    [`{{ x matches "/^(a+)+$/" }}`, "forbidden", /matches/],
    [`{{ [...[1]] }}`, "forbidden", /\.\.\./],
    [`{{ _self }}`, "forbidden", /name _self/],
    [`{{ _self.m() }}`, "forbidden", /method call|_self/],
    [`{{ _context|keys|join }}`, "forbidden", /name _context/],
    [`{{ _charset }}`, "forbidden", /name _charset/],
    [`{% for _seq in [1] %}{% endfor %}`, "forbidden", /name _seq/],
    [`{{ o.toString() }}`, "forbidden", /Methods/],
    [`{{ o.constructor() }}`, "forbidden", /Methods/],
    [`{{ x|e("js") }}`, "forbidden", /escape\("html"\)/],
    [`{{ day|date("Y", "Europe/Berlin") }}`, "forbidden", /UTC/],
    [`{% if false %}{{ x|raw }}{% endif %}`, "forbidden", /filter raw/],
    [`{% for i in [] %}{% set y = constant("x") %}{% endfor %}`, "forbidden", /function constant/],
    [`{% if false %}{{ x.a() }}{% endif %}`, "forbidden", /Methods/],
    [`{{ x`, "syntax", /Unclosed/],
    [`{% if x %}`, "syntax", /Unexpected/],
    [`{{ x|uper }}`, "syntax", /Did you mean "upper"/],
    [`{{ 1 + }}`, "syntax", /Unexpected/],
    [`{{ ${"(".repeat(20_000)}1${")".repeat(20_000)} }}`, "failed", /nested too deeply/],
    [`{{ missing }}`, "failed", /"missing" does not exist/],
    [`{{ o }}`, "failed", /cannot be printed/],
    [`{{ o ~ "" }}`, "failed", /list or an object/],
    [`{{ o|upper }}`, "failed", /upper takes a text/],
    [`{{ "a"|round }}`, "failed", /round takes a number/],
    [`{{ x|upper(1, 2) }}`, "failed", /Unknown argument/],
    [`{{ "now"|date }}`, "failed", /cannot read the current time/],
    [`{{ "+1 day"|date }}`, "failed", /cannot read the current time/],
    [`{{ null|date }}`, "failed", /cannot read the current time/],
    [`{{ "2026-02-30"|date }}`, "failed", /date reads/],
    [`{% for i in 1..99999999 %}x{% endfor %}`, "too_large", /at most 10000 values/],
    [`{% for i in range(0, 1, 0.00001) %}x{% endfor %}`, "too_large", /at most 10000 values/],
    [`{% for i in 1..10000 %}{% for j in 1..10000 %}0123456789{% endfor %}{% endfor %}`, "too_large", /more than 524288/],
  ])("for %j", (source, code, named) => {
    const rendered = render(source, { x: "<", o: { a: 1 }, day: "2026-01-31" });
    expect(rendered).toMatchObject({ ok: false, code, message: expect.stringMatching(named) as string });
    expect(JSON.stringify(rendered)).not.toMatch(/node_modules|\.mjs|at Object|undefined/);
  });

  it("with the line", () => {
    expect(render(`a\n{{ 1|raw }}`)).toMatchObject({ line: 2 });
    expect(render(`a\n\n{% include "x" %}`)).toMatchObject({ line: 3 });
    expect(render(`a\n{{ [1]|upper }}`)).toMatchObject({ line: 2 });
    expect(render(`\n\n\n{{ missing }}`)).toMatchObject({ line: 4 });
    expect(render(`\n{{ 1 + }}`)).toMatchObject({ line: 2 });
  });

  it("also where it is only checked", () => {
    const check = (source: string) => answer({ source, language: TEMPLATE_LANGUAGE, mostBytes: 10 });
    expect(check(`{{ x|raw }}`)).toMatchObject({ code: "forbidden" });
    expect(check(`{{ x `)).toMatchObject({ code: "syntax" });
    expect(check(`{{ missing }}{% for i in 1..99999999 %}{% endfor %}`)).toEqual({ ok: true, html: "" });
  });

  it("for what is on no list, even where the list is wrong", () => {
    const wide = {
      ...TEMPLATE_LANGUAGE,
      tags: [...TEMPLATE_LANGUAGE.tags, "include", "macro", "block", "do", "extends", "apply"],
    };
    for (const source of [
      `{% include "x" %}`,
      `{% macro m() %}{% endmacro %}`,
      `{% block b %}{% endblock %}`,
      `{% extends "x" %}`,
      `{% apply upper %}{% endapply %}`,
    ]) {
      expect(render(source, {}, wide)).toMatchObject({ ok: false, code: "forbidden" });
    }
  });
});

describe("G20 data has no prototype and no methods", () => {
  const names = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__defineGetter__",
    "get",
    "entries",
    "size",
    "length",
    "call",
  ];
  const targets = { an: "o", list: "l", text: "t", number: "n", loop: "loop", block: "z", function: "f" };
  const context = { o: { a: { b: 1 } }, l: [1], t: "text", n: 1 };
  const around = (expression: string) =>
    `{% set z %}x{% endset %}{% set f = range(1, 2) %}{% for i in [1] %}${expression}{% endfor %}`;

  it.each(Object.values(targets))("reached through %s", (target) => {
    for (const name of names) {
      for (const access of [
        `${target}.${name}`,
        `${target}["${name}"]`,
        `attribute(${target}, "${name}")`,
        `${target}["${name}"]["constructor"]`,
      ]) {
        const given = target === "loop" && name === "length" ? "7" : "";
        if (given !== "") continue;
        expect(render(around(`{{ ${access} }}`), context)).toMatchObject({ ok: false, code: "failed" });
        expect(render(around(`{{ ${access}|default("none") }}`), context)).toEqual({ ok: true, html: "none" });
        expect(render(around(`{{ ${access} is defined ? 1 : 0 }}`), context)).toEqual({ ok: true, html: "0" });
      }
    }
  });

  it("and such names as keys are keys", () => {
    const o = JSON.parse(`{"__proto__": {"x": 1}, "constructor": "c", "toString": "t"}`) as object;
    expect(render(`{{ o.__proto__.x }}{{ o.constructor }}{{ o["toString"] }}{{ o.hasOwnProperty ?? "n" }}`, { o })).toEqual({
      ok: true,
      html: "1ctn",
    });
    expect(render(`{% set m = { "__proto__": { y: 2 } }|merge({ a: 1 }) %}{{ m.y ?? "n" }}{{ m.__proto__.y }}`)).toEqual({
      ok: true,
      html: "n2",
    });
    expect(({} as { y?: number; x?: number }).y ?? ({} as { x?: number }).x).toBeUndefined();
  });

  it("and what runs a template refuses parts it does not know", () => {
    const run = createExecutor(100);
    for (const type of ["include", "method_call", "arrow_function", "matches", "spread", "embed", "import", "block_function"]) {
      expect(() => run({ type, attributes: {}, children: {}, line: 3 }, {})).toThrow(`${type} is not available`);
    }
    const constant = (value: unknown) => ({ type: "constant", attributes: { value }, children: {}, line: 1 });
    expect(() =>
      run(
        constant(() => 1),
        {},
      ),
    ).toThrow("A function is not a value");
    const method = {
      type: "attribute_accessor",
      attributes: { type: "method" },
      children: { target: constant("x"), attribute: constant("at") },
      line: 1,
    };
    expect(() => run(method, {})).toThrow("Methods cannot be called");
  });
});

it("the same source and data give the same output, whatever day it is and wherever", () => {
  const source = `{{ day|date("c l") }}{{ items|sort|join }}{% for k, v in o %}{{ k }}{{ v }}{% endfor %}{{ 1234.5|number_format(2) }}{{ "ı"|upper }}`;
  const [zone, language] = [process.env["TZ"], process.env["LC_ALL"]];
  const all = ["UTC", "Pacific/Kiritimati", "America/New_York"].map((TZ) => {
    Object.assign(process.env, { TZ, LC_ALL: "tr_TR.UTF-8" });
    return JSON.stringify(render(source, ITEMS));
  });
  for (const [name, value] of Object.entries({ TZ: zone, LC_ALL: language })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  expect(new Set(all).size).toBe(1);
  expect(all[0]).toContain(`"ok":true`);
});
