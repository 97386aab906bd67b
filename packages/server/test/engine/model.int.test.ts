import { describeModel } from "./model.contract.ts";

describeModel("pglite", 200);
