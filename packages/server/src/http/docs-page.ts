import { ERRORS } from "@countersign/protocol";
import { html, raw } from "hono/html";
import { curlExample } from "./curl-example.ts";
import { schemaOf } from "./openapi.ts";
import { problemsOf } from "./problems-of.ts";
import { AUDIENCES } from "./audience.ts";
import type { Route } from "./route.ts";

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e9ee);--soft:light-dark(#57606a,#a3adb8);--line:light-dark(#d0d7de,#373e47);--back:light-dark(#fff,#15191e);--code:light-dark(#f3f5f7,#1f252c);--link:light-dark(#0b57b0,#7ab8ff)}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--back)}
main{max-width:56rem;margin:0 auto;padding:2rem 1rem 6rem}a{color:var(--link)}h1{font-size:1.6rem}h2{margin-top:3rem;border-bottom:1px solid var(--line)}
code,pre{font:14px/1.5 ui-monospace,monospace;background:var(--code);border-radius:4px}code{padding:.1em .3em;overflow-wrap:anywhere}pre{padding:.8rem;overflow:auto}
h3{margin:2rem 0 .3rem;font-size:1rem}h3 code{background:none;padding:0;font-weight:600}p{margin:.3rem 0}.soft{color:var(--soft)}details{margin:.4rem 0}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}`;

type Part = ReturnType<typeof html>;

/** Renders words in backticks as code. */
const prose = (text: string) =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const schemaBlock = (label: string, schema: object): Part =>
  html`<details>
    <summary>${label}</summary>
    <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>
  </details>`;

const anchor = ({ method, path }: Route) => `${method}-${path.replace(/[^\w]+/g, "-")}`;

function section(route: Route): Part {
  const command = curlExample(route);
  const query = Object.keys(route.query?.shape ?? {});
  return html`<section id="${anchor(route)}">
    <h3><code>${route.method} ${route.path}</code></h3>
    <p>${prose(route.summary)}.</p>
    <p class="soft">For ${AUDIENCES[route.who]}.</p>
    ${command === undefined ? "" : html`<pre tabindex="0">${command}</pre>`}
    ${query.length > 0 ? html`<p>Query: ${query.map((name) => html`<code>${name}</code> `)}</p>` : ""}
    ${route.body && Object.keys(route.body.shape).length > 0 ? schemaBlock("Body", schemaOf(route.body, "input")) : ""}
    ${Object.entries(route.answers).map(([status, { description, schema }]) =>
      schema
        ? schemaBlock(`${status} ${description.replaceAll("`", "")}`, schemaOf(schema, "output"))
        : html`<p>${status}: ${prose(description)}</p>`,
    )}
    <p class="soft">Refusals: ${problemsOf(route).map((code) => html`<a href="#${code}">${code}</a> `)}</p>
  </section>`;
}

/** The API documentation as an HTML page without scripts. */
export function docsPage(routes: readonly Route[], publicUrl: string): Part {
  const tags = [...new Set(routes.map(({ tag }) => tag))];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Countersign API</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Countersign API</h1>
          <p>
            Send a key as <code>Authorization: Bearer …</code>. Bodies are JSON of at most 1 MiB; keys of a body may be written
            in <code>snake_case</code> too. A person in several workspaces adds <code>?workspaceId=</code>. The same description
            for programs: <a href="/openapi.json">openapi.json</a>. Everything else is in the <a href="/docs/guide/">guide</a>.
          </p>
          <p>
            The commands below take the address and the keys from the shell. People create tokens under
            <a href="/tokens">Personal tokens</a>; a token that can approve and reject has the scope <code>decide</code>.
            Replace the parts in angle brackets.
          </p>
          <pre tabindex="0">
export URL=${publicUrl}
export TOKEN=csu_…
export AGENT_KEY=csa_…
export WORKER_KEY=csw_…</pre>
          <nav aria-label="Sections">
            ${tags.map((tag) => html`<a href="#${tag.replaceAll(" ", "-")}">${tag}</a> `)}<a href="#refusals">Refusals</a>
          </nav>
          ${tags.map(
            (tag) =>
              html`<h2 id="${tag.replaceAll(" ", "-")}">${tag}</h2>
                ${routes.filter((route) => route.tag === tag).map(section)}`,
          )}
          <h2 id="refusals">Refusals</h2>
          <p>Every refusal is <code>application/problem+json</code> with one of these codes.</p>
          <table>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Status</th>
                <th scope="col">What to do</th>
              </tr>
            </thead>
            <tbody>
              ${Object.entries(ERRORS).map(
                ([code, { status, hint }]) =>
                  html`<tr id="${code}">
                    <td><code>${code}</code></td>
                    <td>${status}</td>
                    <td>${prose(hint)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </main>
      </body>
    </html>`;
}
