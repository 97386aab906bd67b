import type { PrincipalRef } from "@countersign/protocol";

/** What is printed for whoever did something. */
export const nameOf = ({ kind, name, id }: PrincipalRef): string => `${kind} ${name === "" ? id : name}`;
