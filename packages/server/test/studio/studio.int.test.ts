import { studioContract } from "./studio.contract.ts";

studioContract("pglite");
