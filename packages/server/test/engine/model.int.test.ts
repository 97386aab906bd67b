import { describeModel } from "./model.contract.ts";

describeModel("pglite", process.env["COUNTERSIGN_TEST_LONG"] ? 200 : 50);
