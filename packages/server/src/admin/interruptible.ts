const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs the work with a signal that aborts on SIGINT or SIGTERM; a second signal of the same kind ends the process. */
export const interruptible = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(interrupted.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
};
