import { escalationContract } from "./escalation.contract.ts";

escalationContract("pglite");
