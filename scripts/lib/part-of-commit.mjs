import { spawnSync } from "node:child_process";
import { root } from "./root.mjs";

/**
 * Which of so many parts is the turn of this commit, from 0. Depends on nothing but the commit, so that a run can be repeated. 0 where
 * git cannot say which commit it is.
 * @param {number} parts
 * @returns {number}
 */
export function partOfCommit(parts) {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
  return /^[0-9a-f]{8}/.test(stdout ?? "") ? Number.parseInt(stdout.slice(0, 8), 16) % parts : 0;
}
