import { grantsContract } from "./grants.contract.ts";

grantsContract("pglite");
