import { describeWorker } from "./worker.contract.ts";

describeWorker("pglite");
