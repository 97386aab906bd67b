import { ratingsContract } from "./ratings.contract.ts";

ratingsContract("pg");
