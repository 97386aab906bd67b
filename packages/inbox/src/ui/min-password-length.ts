/** The server refuses a shorter one, whatever the form says. */
export const MIN_PASSWORD_LENGTH = 12;
