import { sql, type RawBuilder } from "kysely";

/* Resolver ids of actions that a standing grant approved; `grantAsResolver` in core/authorize.ts makes them. */
export const isGrant = (resolver: RawBuilder<unknown>) => sql<boolean>`(${resolver} like 'grant:%')`;
export const grantOf = (resolver: RawBuilder<unknown>) => sql<string>`substr(${resolver}, length('grant:') + 1)`;
