import { shellTexts } from '@cfs/contracts/shell-texts';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { AddressQuery } from '../lib/address-query.ts';
import { useAsk } from './confirm.tsx';

interface GuardOptions {
  readonly hasChanges: boolean;
  /** Whether a save is under way: where it leads to itself needs no question. */
  readonly isSaving: () => boolean;
  /** The name under which the address says that the form is open; other changes of the address leave it alone. */
  readonly openAs: string;
  readonly onClose: () => void;
}

const question = { title: 'Unsaved changes', text: shellTexts.unsavedChanges };

/**
 * Closes at once when nothing is unsaved, and otherwise asks first. Back, links and whatever else leads away from the
 * form ask too, and so does the browser before it leaves the page.
 */
export const useUnsavedGuard = ({ hasChanges, isSaving, openAs, onClose }: GuardOptions) => {
  const ask = useAsk();
  const hasLeft = useRef(false);
  useBlocker({
    disabled: !hasChanges,
    shouldBlockFn: async ({ current, next, action }) => {
      const [before, after] = [current.search as AddressQuery, next.search as AddressQuery];
      const staysOpen = current.pathname === next.pathname && before[openAs] === after[openAs];
      const isOwnStep = isSaving() && (action === 'PUSH' || action === 'REPLACE');
      if (hasLeft.current || staysOpen || isOwnStep) return false;
      if ((await ask(question)) === undefined) return true;
      hasLeft.current = true;
      return false;
    },
  });
  const leave = useCallback((): void => {
    hasLeft.current = true;
    onClose();
  }, [onClose]);
  const close = async (): Promise<void> => {
    if (!hasChanges || (await ask(question)) !== undefined) leave();
  };
  return {
    /** Closes, once the person agreed to lose what is unsaved. */
    close: () => void close(),
    /** Closes without a question. */
    leave,
    hasLeft,
  };
};
