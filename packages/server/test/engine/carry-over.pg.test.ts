import { describeCarryOver } from "./carry-over.contract.ts";

describeCarryOver("pg");
