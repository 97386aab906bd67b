import { TOKEN_SCOPES, type TokenScope } from "@countersign/protocol";
import { describe, expect, test } from "vitest";
import { hasScope } from "../../src/core/principal.ts";
import { scopeOf } from "../../src/http/identify.ts";
import { ROUTES } from "./all-routes.ts";
import type { Authentication } from "../../src/identity/authenticate.ts";
import { addressOf, signedIn, startFakeApp } from "./fake-parts.ts";

/** Authenticates an administrator with a token of the scope that is sent as the key. */
async function authenticate(request: Request): Promise<Authentication> {
  const scope = request.headers.get("authorization")?.replace("Bearer ", "") as TokenScope;
  const administrator = signedIn("admin");
  return { ...administrator, principal: { ...administrator.principal, scope } };
}
const app = await startFakeApp({ identity: { authenticate } });
const forAdmins = ROUTES.filter(({ who }) => !["public", "agent", "worker"].includes(who));

describe.each(TOKEN_SCOPES)("a token to %s", (scope) => {
  test.each(forAdmins.map((route) => ({ name: `${route.method} ${route.path}`, route })))(
    "G25 $name is answered by what the token was made for",
    async ({ route }) => {
      app.calls.length = 0;
      const method = route.path === "/api/events" ? "HEAD" : route.method;
      const response = await app.send(method, addressOf(route), scope, method === "POST" ? "{ not json" : undefined);
      const mayCall = !route.needsSignIn && hasScope({ ...signedIn("admin").principal, scope }, scopeOf(route));
      if (mayCall) expect(response.status).not.toBe(403);
      else {
        expect(response.status).toBe(403);
        expect(app.calls).toEqual([]);
      }
    },
  );
});

test("G25 a token that reads changes nothing, and only one made to decide decides or lets a person in", () => {
  const reads = forAdmins.filter((route) => scopeOf(route) === "read" && route.method !== "GET");
  expect(reads.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /api/pending-actions/{id}/preview"]);
  // The emergency stop is the only decision for which the scope `manage` suffices, so that scripts can stop everything.
  const lesser = ROUTES.filter((route) => route.decides && scopeOf(route) === "manage");
  expect(lesser.map(({ path }) => path)).toEqual(["/api/emergency-stop"]);
  const links = ROUTES.filter(({ path, method }) => method === "POST" && path.startsWith("/api/members"));
  expect(links.map(scopeOf)).toEqual(["decide", "decide"]);
});
