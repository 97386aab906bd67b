import { vettingContract } from "./vetting.contract.ts";

vettingContract("pg");
