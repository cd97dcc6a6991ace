import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { AddressQuery } from '../../lib/address-query.ts';
import { isReloading } from '../../lib/reload-page.ts';
import { useAsk } from '../feedback/confirm.tsx';
import { unsavedQuestion } from './unsaved-question.ts';
import { useUnsavedWithoutDraft } from './use-unsaved-without-draft.ts';

interface GuardOptions {
  /** The form has unsaved changes. */
  readonly hasChanges: boolean;
  /** There are unsaved changes outside the form, which saving the form does not save. */
  readonly hasOtherChanges?: boolean;
  /** Whether a draft holds the changes of the form when the page is reloaded. */
  readonly keepsDraft?: boolean;
  /** Whether a save is in flight: navigations that it causes need no confirmation. */
  readonly isSaving: () => boolean;
  /** The query parameter that keeps the form open; navigations that keep it need no confirmation. */
  readonly openAs: string;
  readonly onClose: () => void;
}

/**
 * Asks for confirmation before unsaved changes are discarded: on close, on navigation (links and Back), and before the
 * page is unloaded.
 */
export const useUnsavedGuard = (options: GuardOptions) => {
  const { hasChanges, hasOtherChanges = false, keepsDraft = false, isSaving, openAs, onClose } = options;
  const ask = useAsk();
  const hasLeft = useRef(false);
  useUnsavedWithoutDraft((hasChanges && !keepsDraft) || hasOtherChanges);
  useBlocker({
    disabled: !hasChanges && !hasOtherChanges,
    enableBeforeUnload: () => !hasLeft.current && !isReloading(),
    shouldBlockFn: async ({ current, next, action }) => {
      const [before, after] = [current.search as AddressQuery, next.search as AddressQuery];
      const staysOpen = current.pathname === next.pathname && before[openAs] === after[openAs];
      const isNavigationOfSave = isSaving() && (action === 'PUSH' || action === 'REPLACE');
      if (hasLeft.current || staysOpen || isNavigationOfSave) return false;
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
    /** Closes, after a confirmation if there are unsaved changes. */
    close: () => void close(hasChanges || hasOtherChanges),
    /** Closes after a save. */
    closeSaved: () => void close(hasOtherChanges),
    /** Closes without confirmation. */
    leave,
    hasLeft,
  };
};
