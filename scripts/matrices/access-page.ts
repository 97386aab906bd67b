import { AUDIENCES } from "../../packages/server/src/http/audience.ts";
import { ROUTE_MATRIX, type Access } from "../../packages/server/test/http/route-matrix.ts";

const HEAD = `# Who may call which route

Written by \`npm run matrices\` from the table of routes; a test fails if this page is out of date, and
\`packages/server/test/http/audience.int.test.ts\` sends each of these requests with each of these credentials to a real server.

**yes**: the caller is permitted; the route does its work or refuses the request for another reason. **401**: the caller is unknown. **403**: the caller is
known but not permitted.
`;

/** The matrix route × credential. Routes for the same callers are grouped, so that a row that differs is noticed. */
export function accessPage(): string {
  const sections = Object.entries(AUDIENCES).map(([who, says]) => {
    const rows = ROUTE_MATRIX.filter(({ data }) => data.who === who);
    const credentials = rows[0]?.access.map(({ credential }) => credential) ?? [];
    return [
      `## For ${says}\n`,
      `| route | ${credentials.join(" | ")} |`,
      `|---|${credentials.map(() => "---|").join("")}`,
      ...rows.map(({ route, access }) => `| \`${route}\` | ${access.map(({ answers }) => said(answers)).join(" | ")} |`),
      "",
    ].join("\n");
  });
  const cells = ROUTE_MATRIX.flatMap(({ access }) => access).length;
  return [HEAD, `**${ROUTE_MATRIX.length} routes, ${cells} answers.**\n`, ...sections].join("\n");
}

const said = (access: Access): string => (access === "admitted" ? "yes" : String(access));
