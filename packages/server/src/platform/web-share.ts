/**
 * The part of a node's limit that each of its web processes has, at least one: what all of them may use together stays
 * the limit of the node, as long as it can be divided.
 */
export const webShareOf = (limit: number, webProcesses: number): number =>
  Math.max(1, Math.floor(limit / webProcesses));
