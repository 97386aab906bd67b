import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  stringifySearchWith,
} from "@tanstack/react-router";
import { NotFound } from "./not-found.tsx";
import { PageFault } from "./page-fault.tsx";
import { readQueueSearch } from "../features/queue/queue-search.ts";
import { OverviewPage } from "../features/queue/overview-page.tsx";
import { ReviewLayout } from "./review-layout.tsx";

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageFault });

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

export const router = createRouter({
  routeTree: rootRoute.addChildren([signInRoute, reviewRoute.addChildren([overviewRoute, actionRoute])]),
  // Search parameters are plain text, as people type them.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  defaultPreload: "intent",
});

/** A path of this site; `//host` and `https:` would lead away. */
const isOwnPath = (value: unknown): value is string => typeof value === "string" && /^\/(?![/\\])/.test(value);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
