// Runs each example with its provider's real model if the environment has its key. The script approves in place of a person.
import { deepStrictEqual } from "node:assert";
import { openGate } from "../src/gate.ts";
import { EXAMPLES, runExample } from "../src/run-example.ts";

const withModel = Object.entries(EXAMPLES).flatMap(([name, { realModel }]) => (realModel ? [{ name, key: realModel }] : []));
const given = withModel.filter(({ key }) => process.env[key]);
for (const { name, key } of withModel)
  if (!process.env[key]) console.log(`not run  ${name} with a real model: ${key} is not set`);

if (given.length > 0) {
  const gate = await openGate();
  try {
    for (const { name, key } of given) {
      const [work, told] = (await runExample(gate, name, { [key]: process.env[key] })) as [string, Record<string, unknown>];
      const { status, effectiveInput } = told;
      deepStrictEqual([work, status, effectiveInput], ["transferred 4 to ada", "executed", { to: "ada", amount: 4 }]);
      console.log(`passed   ${name} with a real model`);
    }
  } finally {
    await gate.close();
  }
}
