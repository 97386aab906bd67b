import pg, { type CustomTypesConfig } from "pg";
import { readInt8 } from "../read-int8.ts";

/** Default type parsers of `pg`, except that int8 is a number, as in the embedded database. */
export const pgTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? readInt8
      : format === "binary"
        ? pg.types.getTypeParser(oid, "binary")
        : pg.types.getTypeParser(oid, "text")) as CustomTypesConfig["getTypeParser"],
};
