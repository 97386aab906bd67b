import { describeModel } from "./model.contract.ts";

describeModel("pg", process.env["COUNTERSIGN_TEST_LONG"] ? 400 : 80);
