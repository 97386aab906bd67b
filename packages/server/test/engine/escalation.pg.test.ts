import { escalationContract } from "./escalation.contract.ts";

escalationContract("pg");
