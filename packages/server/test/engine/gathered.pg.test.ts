import { describeGathered } from "./gathered.contract.ts";

describeGathered("pg");
