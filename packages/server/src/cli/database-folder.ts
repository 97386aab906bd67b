/** The embedded database's place inside the data folder. */
export const DATABASE_FOLDER = "database";
