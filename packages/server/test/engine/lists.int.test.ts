import { describeLists } from "./lists.contract.ts";

describeLists("pglite");
