import { openEmbeddedWorld } from "./embedded-world.ts";
import { sourceContract } from "./source-contract.ts";

sourceContract("the embedded store on PostgreSQL", () => openEmbeddedWorld("pg"));
