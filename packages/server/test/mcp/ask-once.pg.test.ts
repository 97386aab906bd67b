import { describeAskOnce } from "./ask-once.contract.ts";

describeAskOnce("pg");
