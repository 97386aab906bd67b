import { emergencyContract } from "./emergency.contract.ts";

emergencyContract("pg");
