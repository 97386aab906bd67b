import { studioContract } from "./studio.contract.ts";

studioContract("pg");
