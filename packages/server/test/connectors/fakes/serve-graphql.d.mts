/** Answers GraphQL requests as graphql-yoga does, errors of resolvers unmasked. The path is `/graphql`. */
export declare function serveGraphql(
  typeDefs: string,
  resolvers: Record<string, Record<string, unknown>>,
): (request: Request, context: object) => Promise<Response>;
