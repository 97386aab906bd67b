/** Ends a command with what went wrong and no stack: the message is for the person who typed it. */
export function fail(error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
