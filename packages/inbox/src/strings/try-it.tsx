import { catalogue } from "./catalogue.ts";

export const strings = catalogue("tryIt", {});
