interface Failure {
  /**
   * Identifies what failed: another bundle, other keys or a version that was set again have another key and are tried
   * at once.
   */
  readonly key: string;
  /** Milliseconds of the monotonic clock; infinite for a final failure. */
  readonly retryAt: number;
}

/** Installs that failed permanently or wait for a retry. */
export interface InstallFailures {
  note(packageId: string, failure: Failure): void;
  clear(packageId: string): void;
  /** Clears all but the packages that are still to be installed: the others are not tried again. */
  keepOnly(packageIds: readonly string[]): void;
  isWaiting(packageId: string, key: string, now: number): boolean;
  /** Time of the next retry; infinite if there is none. */
  nextRetry(): number;
}

/** Failures by package, in memory. */
export const createInstallFailures = (): InstallFailures => {
  const failures = new Map<string, Failure>();
  return {
    note: (packageId, failure) => {
      failures.set(packageId, failure);
    },
    clear: (packageId) => {
      failures.delete(packageId);
    },
    keepOnly: (packageIds) => {
      for (const packageId of failures.keys()) if (!packageIds.includes(packageId)) failures.delete(packageId);
    },
    isWaiting: (packageId, key, now) => {
      const failure = failures.get(packageId);
      return failure?.key === key && failure.retryAt > now;
    },
    nextRetry: () => Math.min(...[...failures.values()].map(({ retryAt }) => retryAt), Number.POSITIVE_INFINITY),
  };
};
