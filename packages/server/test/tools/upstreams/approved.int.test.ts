import { approvedCalls } from "./approved.contract.ts";

approvedCalls(["pglite"]);
