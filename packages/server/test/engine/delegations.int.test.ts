import { delegationsContract } from "./delegations.contract.ts";

delegationsContract("pglite");
