/** Answers GraphQL requests at `/graphql` with graphql-yoga; errors of resolvers are not masked. */
export declare function serveGraphql(
  typeDefs: string,
  resolvers: Record<string, Record<string, unknown>>,
): (request: Request, context: object) => Promise<Response>;
