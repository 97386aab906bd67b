/** Fault of a fake service at the next request that would change something, once. */
export type Trouble = "cut_before" | "cut_after" | "error_before" | "error_after" | "hang_after" | "rate_limit";
