import { checkpointsContract } from "./checkpoints.contract.ts";

checkpointsContract("pg");
