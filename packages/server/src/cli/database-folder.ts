/** Folder of the embedded database inside the data folder. */
export const DATABASE_FOLDER = "database";
