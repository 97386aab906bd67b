import { describedContract } from "./described.contract.ts";

describedContract("pglite");
