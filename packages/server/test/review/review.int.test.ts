import { describeReview } from "./review.contract.ts";

describeReview("pglite");
