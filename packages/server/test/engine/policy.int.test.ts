import { policyContract } from "./policy.contract.ts";

policyContract("pglite");
