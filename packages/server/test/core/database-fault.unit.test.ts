import { expect, test } from "vitest";
import { isDatabaseFault, isDatabaseUnavailable, markDatabaseFault } from "../../src/core/database-fault.ts";

const fault = (code?: string): Error => {
  const error = Object.assign(new Error("words of a driver"), code === undefined ? {} : { code });
  markDatabaseFault(error);
  return error;
};

test.each(["08006", "53300", "57014", "57P01", "25006", "25P03", "ECONNRESET", "EPIPE", undefined])(
  "G31 a fault of code %s passes",
  (code) => expect(isDatabaseUnavailable(fault(code))).toBe(true),
);

test.each(["23505", "42P01", "22P05", "XX000"])("G31 PostgreSQL's answer %s to a statement does not pass", (code) => {
  expect(isDatabaseFault(fault(code))).toBe(true);
  expect(isDatabaseUnavailable(fault(code))).toBe(false);
});

test("G31 a service that a tool calls is not our database, whatever its code", () =>
  expect(isDatabaseFault(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))).toBe(false));
