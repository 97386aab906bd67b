import type { Me } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { meQuery } from "./queries.ts";

/** Who is signed in, as far as it is known. */
export const useMe = (): Me | undefined => useQuery(meQuery).data;

/** Whether the person may decide. The server checks it again with every decision. */
export const mayDecide = (me: Me | undefined): boolean => me?.role === "approver" || me?.role === "admin";
