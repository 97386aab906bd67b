/** Features by the names that `COUNTERSIGN_FEATURES` uses, in the order of their sections in the API's documentation. */
export const FEATURE_NAMES = ["content", "studio", "chat", "notifications", "on-call"] as const;
export type FeatureName = (typeof FEATURE_NAMES)[number];
