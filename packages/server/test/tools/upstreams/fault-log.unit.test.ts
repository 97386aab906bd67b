import { expect, test } from "vitest";
import { createFaultLog } from "../../../src/tools/upstreams/fault-log.ts";

const record = () => {
  const said: string[] = [];
  const log = createFaultLog((_level, _message, details) => void said.push(String(details?.["fault"])), "odd");
  return { said, log };
};

test("a fault that repeats is logged once a minute", () => {
  const { said, log } = record();
  for (let n = 0; n < 1000; n += 1) log("sent nonsense");
  expect(said).toEqual(["sent nonsense"]);
});

test("of faults that all differ the oldest are forgotten", () => {
  const { said, log } = record();
  log("first");
  for (let n = 0; n < 99; n += 1) log(`another ${n}`);
  log("first");
  expect(said).toHaveLength(100);
  log("one more");
  log("first");
  expect(said.slice(-2)).toEqual(["one more", "first"]);
});
