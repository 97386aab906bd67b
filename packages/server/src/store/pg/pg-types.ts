import pg, { type CustomTypesConfig } from "pg";
import { readInt8 } from "../read-int8.ts";

/** As `pg` reads values, but int8 as a number, as the embedded database gives it. */
export const pgTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 && format !== "binary"
      ? readInt8
      : format === "binary"
        ? pg.types.getTypeParser(oid, "binary")
        : pg.types.getTypeParser(oid, "text")) as CustomTypesConfig["getTypeParser"],
};
