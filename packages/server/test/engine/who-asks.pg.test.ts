import { describeWhoAsks } from "./who-asks.contract.ts";

describeWhoAsks("pg");
