// JavaScript, because the types of graphql-yoga add a browser's globals to the whole program.
import { createSchema, createYoga } from "graphql-yoga";

/** Answers GraphQL requests at `/graphql` with graphql-yoga; errors of resolvers are not masked. */
export function serveGraphql(typeDefs, resolvers) {
  const schema = createSchema({ typeDefs, resolvers });
  const yoga = createYoga({ schema, logging: false, maskedErrors: false, landingPage: false });
  return (request, context) => yoga.fetch(request, context);
}
