// In JavaScript: the types of graphql-yoga bring those of browsers with them, for the whole program.
import { createSchema, createYoga } from "graphql-yoga";

/** Answers GraphQL requests as graphql-yoga does, errors of resolvers unmasked. */
export function serveGraphql(typeDefs, resolvers) {
  const schema = createSchema({ typeDefs, resolvers });
  const yoga = createYoga({ schema, logging: false, maskedErrors: false, landingPage: false });
  return (request, context) => yoga.fetch(request, context);
}
