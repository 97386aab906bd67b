import type { Feature } from "../http/feature.ts";
import { chatFeature } from "./chat/chat-feature.ts";
import { contentFeature } from "./content/content-feature.ts";
import type { FeatureDeps } from "./feature-deps.ts";
import type { FeatureName } from "./feature-names.ts";
import { notificationsFeature } from "./notifications/notifications-feature.ts";
import { onCallFeature } from "./on-call/on-call-feature.ts";
import { studioFeature } from "./studio/studio-feature.ts";

export const FEATURES: Record<FeatureName, (deps: FeatureDeps) => Feature> = {
  content: contentFeature,
  studio: studioFeature,
  chat: chatFeature,
  notifications: notificationsFeature,
  "on-call": onCallFeature,
};
