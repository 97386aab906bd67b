import { inject } from "vitest";
import { openEmbeddedWorld } from "./embedded-world.ts";
import { sourceContract } from "./source-contract.ts";

const kind = inject("database");
sourceContract(`the embedded store on ${kind}`, () => openEmbeddedWorld(kind));
