/** Styles of a field whose text is code. */
export const monospace = { input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 13 } };
