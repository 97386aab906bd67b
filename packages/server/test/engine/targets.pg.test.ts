import { describeTargets } from "./targets.contract.ts";

describeTargets("pg");
