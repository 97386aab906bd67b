import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { readAuditSearch } from "../features/audit/audit-search.ts";
import { readInsightsSearch } from "../features/insights/insights-search.ts";
import { NotFound } from "./not-found.tsx";
import { PageFault } from "./page-fault.tsx";
import { PageLayout } from "./page-layout.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";
import { readQueueSearch } from "../features/queue/queue-search.ts";
import { OverviewPage } from "../features/queue/overview-page.tsx";
import { ReviewLayout } from "./review-layout.tsx";
import { RootPage } from "./root-page.tsx";

const rootRoute = createRootRoute({ component: RootPage, notFoundComponent: NotFound, errorComponent: PageFault });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => (isOwnPath(next) ? { next } : {}),
  component: lazyRouteComponent(() => import("../features/session/sign-in-page.tsx"), "SignInPage"),
});

/** Queue and detail are one page, so that the list stays where it is while one action after the other is opened. */
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

/** Pages of their own, without the queue. */
const pageRoute = createRoute({ getParentRoute: () => rootRoute, id: "page", component: PageLayout });

const insightsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/insights",
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(() => import("./insights-route.tsx"), "InsightsRoute"),
});

const auditRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("./audit-route.tsx"), "AuditRoute"),
});

const evidenceRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: "/actions/$id/evidence",
  component: lazyRouteComponent(() => import("./evidence-route.tsx"), "EvidenceRoute"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    reviewRoute.addChildren([overviewRoute, actionRoute]),
    pageRoute.addChildren([insightsRoute, auditRoute, evidenceRoute]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
});

/** A path of this site; `//host` and `https:` would lead away. */
const isOwnPath = (value: unknown): value is string => typeof value === "string" && /^\/(?![/\\])/.test(value);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
