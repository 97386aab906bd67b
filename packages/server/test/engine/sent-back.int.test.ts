import { describeSentBack } from "./sent-back.contract.ts";

describeSentBack("pglite");
