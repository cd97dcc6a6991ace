/** Wakes one waiter; a notification that nobody waits for is kept for the next. */
export interface Signal {
  notify(): void;
  /** Resolves with the next notification, or after that many milliseconds. */
  wait(milliseconds: number): Promise<void>;
}

export const createSignal = (): Signal => {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isNotified = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      isNotified = false;
    },
  };
};
