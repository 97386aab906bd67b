import { expect, test } from "vitest";
import { findMethodParameter, isRerouting } from "../../src/core/rerouting.ts";

test("G22 headers that change the method, the host or the path are known in every spelling", () => {
  for (const header of [
    ..."X-HTTP-Method-Override X-HTTP-Method X-Method-Override HTTP-Method-Override x_http_method_override".split(" "),
    ..."X-Original-URL X-Rewrite-URL X-Original-Method X-Override-URL X-HTTP-Path-Override Request-URI Base-URL".split(" "),
    ..."Host X-Host X-Forwarded-Host X_Forwarded_Host X-Forwarded X-HTTP-Host-Override Forwarded Proxy-Host".split(" "),
    ..."X-Forwarded-For X-Real-IP X-Envoy-Original-Path X-Accel-Redirect X-Middleware-Subrequest True-Client-IP".split(" "),
  ])
    expect([header, isRerouting(header)]).toEqual([header, true]);
  for (const header of "Accept X-Team Content-Type If-Match X-Request-Id X-API-Version Prefer Hostname X-Methodical".split(" "))
    expect([header, isRerouting(header)]).toEqual([header, false]);
});

test("G22 parameters that servers read as the method are found", () => {
  const found = (query: string) => findMethodParameter(new URL(`https://example.com/a?${query}`));
  for (const query of [
    "_method=DELETE",
    "a=1&_METHOD=PUT",
    "%5Fmethod=DELETE",
    "_method[]=PUT",
    "$method=x",
    "_httpMethod=DELETE",
  ])
    expect([query, found(query)]).toEqual([query, expect.any(String)]);
  expect(found("X-HTTP-Method-Override=DELETE")).toBe("X-HTTP-Method-Override");
  for (const query of ["method=card", "a=_method", "payment_method=card", ""])
    expect([query, found(query)]).toEqual([query, undefined]);
});
