import { describeAlteredSettings } from "./altered-settings.contract.ts";

describeAlteredSettings("pg");
