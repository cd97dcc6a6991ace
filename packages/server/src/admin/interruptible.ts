const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs the work, whose signal is aborted when this process is asked to end; a second request ends the process. */
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
