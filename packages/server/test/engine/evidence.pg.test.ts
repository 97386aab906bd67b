import { describeEvidence } from "./evidence.contract.ts";

describeEvidence("pg");
