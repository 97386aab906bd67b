import { describeLeases } from "./leases.contract.ts";

describeLeases("pglite");
