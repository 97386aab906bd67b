import { describeEvidence } from "./evidence.contract.ts";

describeEvidence("pglite");
