import { useBlocker } from '@tanstack/react-router';
import { isReloading } from '../../lib/reload-page.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { unsavedQuestion } from '../../ui/forms/unsaved-question.ts';
import { useUnsavedWithoutDraft } from '../../ui/forms/use-unsaved-without-draft.ts';
import type { ChecklistControl } from './use-checklist.ts';

/** Before the screen is left, waits for notes that are being saved, and asks for confirmation if some are not saved. */
export const useDraftsGuard = ({ hasDrafts, settle }: Pick<ChecklistControl, 'hasDrafts' | 'settle'>): void => {
  const ask = useAsk();
  useUnsavedWithoutDraft(hasDrafts);
  useBlocker({
    disabled: !hasDrafts,
    enableBeforeUnload: () => !isReloading(),
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false;
      return !(await settle()) && (await ask(unsavedQuestion)) === undefined;
    },
  });
};
