import { connectionsContract } from "./connections.contract.ts";

connectionsContract("pg");
