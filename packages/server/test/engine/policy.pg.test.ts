import { policyContract } from "./policy.contract.ts";

policyContract("pg");
