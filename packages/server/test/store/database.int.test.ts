import { describeDatabase } from "./database.contract.ts";

describeDatabase("pglite");
