import { describeInboxList } from "./inbox-list.contract.ts";

describeInboxList("pg");
