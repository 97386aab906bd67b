import { describeRefinements } from "./refinements.contract.ts";

describeRefinements("pg");
