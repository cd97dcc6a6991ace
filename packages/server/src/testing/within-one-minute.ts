const currentMinute = (): number => Math.floor(Date.now() / 60_000);

/**
 * Repeats `act` until it begins and ends in the same minute of the clock, which limits count by, and returns that result.
 * `isOver` reports whether the minute has ended, so that `act` need not wait for a limit of the past minute.
 */
export const withinOneMinute = async <Result>(act: (isOver: () => boolean) => Promise<Result>): Promise<Result> => {
  for (;;) {
    const minute = currentMinute();
    const isOver = (): boolean => currentMinute() !== minute;
    const result = await act(isOver);
    if (!isOver()) return result;
  }
};
