import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import {
  readAuthorizedSearch,
  readContentSearch,
  readAdminSearch,
  readChatSearch,
  readNewElementSearch,
  readRecordsSearch,
  readInsightsSearch,
  readSignInSearch,
  readSessionSearch,
  parseSearch,
  stringifySearch,
} from "../page-search.ts";
import { NotFound } from "../ui/blank.tsx";
import { needsFeature } from "./needs-feature.tsx";
import { PageFault, RootPage } from "./root-page.tsx";
import { PageLayout } from "./page-layout.tsx";
import { readAuditSearch } from "../features/audit/audit-search.ts";
import { readQueueSearch } from "../features/queue/queue-search.ts";
import { OverviewPage } from "../features/queue/overview-page.tsx";
import { ReviewLayout } from "./review-layout.tsx";

const rootRoute = createRootRoute({ component: RootPage, notFoundComponent: NotFound, errorComponent: PageFault });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import("../features/session/sign-in-page.tsx"), "SignInPage"),
});

/** Queue and detail share one layout route, so that the list stays in place while actions are opened one after another. */
const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "review",
  validateSearch: readQueueSearch,
  component: ReviewLayout,
});

const overviewRoute = createRoute({ getParentRoute: () => reviewRoute, path: "/", component: OverviewPage });

const actionRoute = createRoute({
  getParentRoute: () => reviewRoute,
  path: "/actions/$id",
  component: lazyRouteComponent(() => import("./action-route.tsx"), "ActionRoute"),
});

/** List and conversation share one layout route, like the queue and the open action. */
const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/chat",
  validateSearch: readChatSearch,
  component: lazyRouteComponent(() => import("./chat/chat-layout.tsx"), "ChatLayout"),
});

const chatPages = [
  createRoute({
    getParentRoute: () => chatRoute,
    path: "/",
    component: lazyRouteComponent(() => import("../features/chat/new-chat.tsx"), "NewChat"),
  }),
  createRoute({
    getParentRoute: () => chatRoute,
    path: "/new",
    component: lazyRouteComponent(() => import("../features/chat/new-chat.tsx"), "NewChat"),
  }),
  createRoute({
    getParentRoute: () => chatRoute,
    path: "/$id",
    component: lazyRouteComponent(() => import("./chat/chat-route.tsx"), "ChatRoute"),
  }),
] as const;

/** Pages without the queue. */
const pageRoute = createRoute({ getParentRoute: () => rootRoute, id: "page", component: PageLayout });

const insightsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/insights",
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(() => import("../features/insights/insights-page.tsx"), "InsightsPage"),
});

const recordsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/records",
  validateSearch: readRecordsSearch,
  component: lazyRouteComponent(() => import("../features/records/records-page.tsx"), "RecordsPage"),
});

const contentRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/content",
  validateSearch: readContentSearch,
  component: needsFeature(
    "content",
    lazyRouteComponent(() => import("../features/content/content-page.tsx"), "ContentPage"),
  ),
});

const newElementRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/content/new",
  validateSearch: readNewElementSearch,
  component: needsFeature(
    "content",
    lazyRouteComponent(() => import("../features/content/editor/new-element-page.tsx"), "NewElementPage"),
  ),
});

const elementRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/content/$id",
  component: needsFeature(
    "content",
    lazyRouteComponent(() => import("../features/content/element-page.tsx"), "ElementPage"),
  ),
});

const elementEditRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/content/$id/edit",
  component: needsFeature(
    "content",
    lazyRouteComponent(() => import("../features/content/editor/element-edit-page.tsx"), "ElementEditPage"),
  ),
});

const auditRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("../features/audit/audit-page.tsx"), "AuditPage"),
});

const evidenceRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/actions/$id/evidence",
  component: lazyRouteComponent(() => import("../features/audit/evidence-page.tsx"), "EvidencePage"),
});

const checkpointRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/checkpoints/$id",
  component: lazyRouteComponent(() => import("../features/checkpoints/checkpoint-page.tsx"), "CheckpointPage"),
});

const sessionRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/sessions/$id",
  validateSearch: readSessionSearch,
  component: lazyRouteComponent(() => import("./session-page.tsx"), "SessionPage"),
});

const settingsIndexRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/settings",
  component: lazyRouteComponent(() => import("../features/settings/settings-page.tsx"), "SettingsPage"),
});

/** Every page of settings, beside the list of them. */
const settingsRoute = createRoute({
  getParentRoute: () => pageRoute,
  id: "setting",
  component: lazyRouteComponent(() => import("../features/settings/settings-layout.tsx"), "SettingsLayout"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("../features/admin/account/account-page.tsx"), "AccountPage"),
});

const tokensRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/tokens",
  component: lazyRouteComponent(() => import("../features/admin/keys/tokens-page.tsx"), "TokensPage"),
});

const connectRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/connect",
  component: lazyRouteComponent(() => import("../features/admin/connect/connect-page.tsx"), "ConnectPage"),
});

const commandLineRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/command-line",
  component: lazyRouteComponent(() => import("../features/admin/keys/command-line-page.tsx"), "CommandLinePage"),
});

const delegationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/stand-ins",
  component: lazyRouteComponent(() => import("../features/admin/people/delegations-page.tsx"), "DelegationsPage"),
});

const ownNotificationsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/notifications",
  component: needsFeature(
    "notifications",
    lazyRouteComponent(() => import("../features/admin/notifications/own-notifications-page.tsx"), "OwnNotificationsPage"),
  ),
});

const emergencyRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/emergency-stop",
  component: lazyRouteComponent(() => import("../features/emergency/emergency-page.tsx"), "EmergencyPage"),
});

const safetyRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/safety",
  component: lazyRouteComponent(() => import("../features/safety/safety-page.tsx"), "SafetyPage"),
});

/** Not a child of the administrators' layout route, because its search parameters differ. */
const authorizedRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/admin/connections/authorized",
  validateSearch: readAuthorizedSearch,
  component: lazyRouteComponent(() => import("../features/admin/connections/authorized-page.tsx"), "AuthorizedPage"),
});

/** Administrators' pages; loaded on the first visit. */
const adminRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "/admin",
  validateSearch: readAdminSearch,
  component: lazyRouteComponent(() => import("../features/admin/admin-layout.tsx"), "AdminLayout"),
});

const adminPages = [
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/",
    beforeLoad: () => redirect({ to: "/admin/tools", replace: true, throw: true }),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/tools",
    component: lazyRouteComponent(() => import("../features/admin/tools/tools-page.tsx"), "ToolsPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/studio",
    component: needsFeature(
      "studio",
      lazyRouteComponent(() => import("../features/admin/studio/studio-page.tsx"), "StudioPage"),
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/studio/$name",
    component: needsFeature(
      "studio",
      lazyRouteComponent(() => import("../features/admin/studio/studio-tool-page.tsx"), "StudioToolPage"),
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/upstreams",
    component: lazyRouteComponent(() => import("../features/admin/upstreams/upstreams-page.tsx"), "UpstreamsPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/connections",
    component: lazyRouteComponent(() => import("../features/admin/connections/connections-page.tsx"), "ConnectionsPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/notifications",
    component: needsFeature(
      "notifications",
      lazyRouteComponent(() => import("../features/admin/notifications/notifications-page.tsx"), "NotificationsPage"),
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/groups",
    component: lazyRouteComponent(() => import("../features/admin/groups/groups-page.tsx"), "GroupsPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/agents",
    component: lazyRouteComponent(() => import("../features/admin/agents/agents-page.tsx"), "AgentsPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/grants",
    component: lazyRouteComponent(() => import("../features/admin/grants/grants-page.tsx"), "GrantsPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/content",
    component: needsFeature(
      "content",
      lazyRouteComponent(() => import("../features/admin/content/content-admin-page.tsx"), "ContentAdminPage"),
    ),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/keys",
    component: lazyRouteComponent(() => import("../features/admin/keys/keys-page.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/people",
    component: lazyRouteComponent(() => import("../features/admin/people/people-page.tsx"), "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => adminRoute,
    path: "/try",
    component: lazyRouteComponent(() => import("../features/admin/try-it/try-page.tsx"), "TryPage"),
  }),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    reviewRoute.addChildren([overviewRoute, actionRoute]),
    chatRoute.addChildren(chatPages),
    pageRoute.addChildren([
      insightsRoute,
      recordsRoute,
      contentRoute,
      newElementRoute,
      elementRoute,
      elementEditRoute,
      auditRoute,
      evidenceRoute,
      checkpointRoute,
      sessionRoute,
      connectRoute,
      settingsIndexRoute,
      settingsRoute.addChildren([
        accountRoute,
        tokensRoute,
        commandLineRoute,
        delegationsRoute,
        ownNotificationsRoute,
        emergencyRoute,
        safetyRoute,
        authorizedRoute,
        adminRoute.addChildren(adminPages),
      ]),
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
