import { contentGateContract } from "./content-gate.contract.ts";

contentGateContract("pg");
