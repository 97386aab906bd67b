import { repeatsContract } from "./repeats.contract.ts";

repeatsContract("pg");
