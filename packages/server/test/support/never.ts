/** A signal that nobody aborts. What waits in vain is ended by its test's own time limit. */
export const never = new AbortController().signal;
