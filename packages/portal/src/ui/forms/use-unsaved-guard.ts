import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { AddressQuery } from '../../lib/address-query.ts';
import { useAsk } from '../feedback/confirm.tsx';
import { unsavedQuestion } from './unsaved-question.ts';

interface GuardOptions {
  /** The form has changes that saving it would keep. */
  readonly hasChanges: boolean;
  /** Something beside the form's own fields would be lost, whether or not the form is saved. */
  readonly hasOtherChanges?: boolean;
  /** Whether a save is under way: where it leads to itself needs no question. */
  readonly isSaving: () => boolean;
  /** The name under which the address says that the form is open; other changes of the address leave it alone. */
  readonly openAs: string;
  readonly onClose: () => void;
}

/**
 * Closes at once when nothing is unsaved, and otherwise asks first. Back, links and whatever else leads away from the
 * form ask too, and so does the browser before it leaves the page.
 */
export const useUnsavedGuard = ({ hasChanges, hasOtherChanges = false, isSaving, openAs, onClose }: GuardOptions) => {
  const ask = useAsk();
  const hasLeft = useRef(false);
  useBlocker({
    disabled: !hasChanges && !hasOtherChanges,
    shouldBlockFn: async ({ current, next, action }) => {
      const [before, after] = [current.search as AddressQuery, next.search as AddressQuery];
      const staysOpen = current.pathname === next.pathname && before[openAs] === after[openAs];
      const isOwnStep = isSaving() && (action === 'PUSH' || action === 'REPLACE');
      if (hasLeft.current || staysOpen || isOwnStep) return false;
      if ((await ask(unsavedQuestion)) === undefined) return true;
      hasLeft.current = true;
      return false;
    },
  });
  const leave = useCallback((): void => {
    hasLeft.current = true;
    onClose();
  }, [onClose]);
  const close = async (wouldLose: boolean): Promise<void> => {
    if (!wouldLose || (await ask(unsavedQuestion)) !== undefined) leave();
  };
  return {
    /** Closes, once the person agreed to lose what is unsaved. */
    close: () => void close(hasChanges || hasOtherChanges),
    /** Closes a form that has just been saved. */
    closeSaved: () => void close(hasOtherChanges),
    /** Closes without a question. */
    leave,
    hasLeft,
  };
};
