import { describeModel } from "./model.contract.ts";

describeModel("pg", 80);
