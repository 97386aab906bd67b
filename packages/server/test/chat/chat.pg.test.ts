import { describeChat } from "./chat.contract.ts";

describeChat("pg");
