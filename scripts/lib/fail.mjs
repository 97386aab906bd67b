/** Ends a command with the error's message and no stack trace. */
export function fail(error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
