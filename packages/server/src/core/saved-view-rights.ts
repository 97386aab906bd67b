import { hasRole, type Principal } from "./principal.ts";

/** `ownerId` is the author of a private view, and null if the view is shared. */
interface ViewFacts {
  authorId: string;
  ownerId: string | null;
}

/** Any member changes, shares and deletes their own views; an administrator also those that others shared. */
export const mayChangeView = (by: Principal, view: ViewFacts): boolean =>
  hasRole(by, "viewer") && (view.authorId === by.id || (view.ownerId === null && hasRole(by, "admin")));
