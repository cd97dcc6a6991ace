/**
 * The share of each web process in a limit of its node, at least one. The shares together do not exceed the limit of
 * the node, unless there are more processes than the limit.
 */
export const webShareOf = (limit: number, webProcesses: number): number =>
  Math.max(1, Math.floor(limit / webProcesses));
