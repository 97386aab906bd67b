// A worker whose handler takes effect, then kills its process. Arguments: URL, worker key, driver, prefix, effects file.
import { Countersign } from "@countersign/sdk";
import { appendFileSync } from "node:fs";
import { SCHEMAS } from "./driver.ts";
import { type DriverName, DRIVERS } from "./drivers.ts";

const [url, workerKey, name, prefix, file] = process.argv.slice(2) as [string, string, DriverName, string, string];
const countersign = new Countersign({ url, workerKey, onError: () => {} });
const driver = await DRIVERS[name]();
const execute = ({ to, amount }: { to: string; amount: number }): void => {
  appendFileSync(file, `${to} ${amount}\n`);
  process.kill(process.pid, "SIGKILL");
};
const agent = await driver.open({ description: "Transfer money", schema: SCHEMAS.first, execute }, { countersign, prefix });
await agent.work();
console.log("ready");
