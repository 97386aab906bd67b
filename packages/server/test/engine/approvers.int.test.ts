import { approversContract } from "./approvers.contract.ts";

approversContract("pglite");
