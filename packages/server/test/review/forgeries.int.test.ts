import { describeForgeries } from "./forgeries.contract.ts";

describeForgeries("pglite");
