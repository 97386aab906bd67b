import { vettingContract } from "./vetting.contract.ts";

vettingContract("pglite");
