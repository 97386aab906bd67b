/** Templates that together use the whole language, with their output for `ITEMS`. */
export const EXAMPLES: [source: string, html: string][] = [
  [`{{ text }}`, "Hello world"],
  [String.raw`{{ "a\\b\tc\"d\'e\qf" }}{{ 'g\nh' }}`, "a\\b\tc\"d'eqfg\nh"],
  [
    `{% if items %}y{% elseif text %}z{% else %}n{% endif %}{% if empty %}y{% else %}n{% endif %}{% if not empty %}e{% endif %}`,
    "yne",
  ],
  [`{% for i in items %}{{ loop.index }}:{{ i }}{{ loop.last ? "." : "," }}{% endfor %}`, "1:3,2:1,3:10,4:1."],
  [
    `{% for k, v in o %}{{ k }}={{ v }};{% else %}none{% endfor %}{% for v in empty %}{% else %}none{% endfor %}`,
    "a=1;b=two;none",
  ],
  [`{% set a = 1 %}{% set b, c = 2, 3 %}{{ a + b * c }}`, "7"],
  [
    `{% set row %}<b>{{ names[0] ~ "<" }}{{ text }}</b>{% endset %}{{ row }}{% set plain %}<i>x</i>{% endset %}{{ plain }}`,
    "<b>b&lt;Hello world</b><i>x</i>",
  ],
  [`{% verbatim %}{{ text }}{% include "x" %}{% endverbatim %}{# {{ nothing }} #}`, `{{ text }}{% include "x" %}`],
  [`{{ items[0] }}{{ items.2 }}{{ o.b }}{{ o["a"] }}{{ o[names[1]] }}{{ attribute(o, "a") }}`, "310two111"],
  [`{{ missing|default("d") }}{{ o.x ?? "n" }}{{ o.x is defined ? 1 : 0 }}{{ missing.x.y|default("z") }}`, "dn0z"],
  [`{{ "a#{1 + 1}b" ~ 3 }}{{ 7 // 2 }}{{ 7 % 4 }}{{ 2 ** 3 }}{{ 1 <=> 2 }}{{ 6 b-and 3 }}`, "a2b3338-12"],
  [
    `{{ "a" in names ? 1 : 0 }}{{ "z" not in names ? 1 : 0 }}{{ text starts with "He" ? 1 : 0 }}{{ text ends with "x" ? 1 : 0 }}`,
    "1110",
  ],
  [
    `{{ 3 is odd ? 1 : 0 }}{{ 3 is even ? 1 : 0 }}{{ 9 is divisible by(3) ? 1 : 0 }}{{ null is null ? 1 : 0 }}{{ 1 is same as("1") ? 1 : 0 }}`,
    "10110",
  ],
  [`{{ empty is empty ? 1 : 0 }}{{ items is iterable ? 1 : 0 }}{{ none is none ? 1 : 0 }}`, "111"],
  [`{{ empty ? 1 : 0 }}{{ "0" ? 1 : 0 }}{{ (empty or items) ? 1 : 0 }}{{ (empty and items) ? 1 : 0 }}`, "0010"],
  [
    `{{ range(1, 7, 3)|join(",") }} {{ (3..1)|join }} {{ ("a".."c")|join }} {{ cycle(names, 3) }} {{ max(items) }}{{ min(4, 2) }}`,
    "1,4,7 321 abc a 102",
  ],
  [
    `{{ -5|abs }}{{ "4"|abs }} {{ 2.5|round }}{{ 2.44|round(1) }}{{ 2.1|round(0, "ceil") }} {{ 1234.5|number_format(2) }} {{ 1234.5|number_format(1, ",", ".") }}`,
    "-54 32.43 1,234.50 1.234,5",
  ],
  [`{% for row in items|batch(3, "-") %}{{ row|join }};{% endfor %}`, "3110;1--;"],
  [
    `{{ "hELLO wORLD"|capitalize }} {{ "hELLO wORLD"|title }} {{ "aß"|upper }} {{ "AÉ"|lower }}`,
    "Hello world Hello World ASS aé",
  ],
  [`{{ items|first }}{{ items|last }}{{ text|first }}{{ text|last }}{{ empty|first|default("none") }}`, "31Hdnone"],
  [`{{ items|length }}{{ text|length }}{{ "é👍"|length }}{{ missing|default([])|length }}`, "41120"],
  [
    `{{ items|sort|join(",") }} {{ names|sort|join }} {{ items|reverse|join(",") }} {{ "abc"|reverse }} {{ items|join(", ", " and ") }}`,
    "1,1,3,10 ab 1,10,1,3 cba 3, 1, 10 and 1",
  ],
  [`{{ o|keys|join }} {{ o|merge({ c: 3 })|join }} {{ items|merge([5])|length }}`, "ab 1two3 5"],
  [`{{ "%05.1f|%s|%d"|format(2, "x", 3) }}`, "002.0|x|3"],
  [
    `{{ items|slice(1, 2)|join }} {{ text[:5] }} {{ text|slice(-5) }} {{ text[1:-1] }} {{ items[1:]|join }}`,
    "110 Hello world ello worl 1101",
  ],
  [`{{ "a-b-c"|replace({ "-": "+", "b": "-" }) }} {{ "  x "|trim }} {{ "xxax"|trim("x", "left") }}`, "a+-+c x ax"],
  [`{{ "a b&c'(é"|url_encode }} {{ { q: "a b", n: 1 }|url_encode }}`, "a%20b%26c%27%28%C3%A9 q=a%20b&amp;n=1"],
  [`{{ "<p>x</p>y"|striptags }}`, "xy"],
  [`{{ "<b>\\n</b>"|nl2br }}`, "&lt;b&gt;<br>\n&lt;/b&gt;"],
  [`{{ "<"|e }}{{ "<"|escape("html") }}{{ "<"|e|upper }}`, "&lt;&lt;&amp;LT;"],
  [
    `{{ day|date }} | {{ day|date("D j.n.y, G:i jS W o z t L N w \\\\a\\\\t U") }}`,
    "January 31, 2026 21:30 | Sat 31.1.26, 21:30 31st 05 2026 30 31 0 6 6 at 1769895000",
  ],
  [
    `{{ 0|date("c") }} {{ "2024-02-29"|date("l, d F Y, L", "UTC") }} {{ "2021-01-03 23:05:09.25"|date("o-W h:i:s.v a u e P r") }}`,
    "1970-01-01T00:00:00+00:00 Thursday, 29 February 2024, 1 2020-53 11:05:09.250 pm 250000 UTC +00:00 Sun, 03 Jan 2021 23:05:09 +0000",
  ],
];

export const ITEMS = {
  items: [3, 1, 10, 1],
  names: ["b", "a"],
  o: { a: 1, b: "two" },
  text: "Hello world",
  empty: [],
  day: "2026-01-31T23:30:00+02:00",
};
