import { useCallback } from 'react';
import { isReloading, reloadPage } from '../../lib/reload-page.ts';
import { canKeepUnsavedWork, keepUnsavedWork } from '../../lib/forms/unsaved-work.ts';
import { useAsk } from './confirm.tsx';
import type { Question } from './confirm-dialog.tsx';

const reloadQuestion: Question = {
  title: 'Unsaved changes',
  text: 'There are unsaved changes that a reload would discard. Save them first, or reload and lose them.',
  yes: 'Reload',
  no: 'Stay',
  isDestructive: true,
  prefersNo: true,
};

/** Reloads the page. Unsaved edits of forms are restored afterwards; asks first if other unsaved work would be lost. */
export const useReload = (): (() => Promise<void>) => {
  const ask = useAsk();
  return useCallback(async () => {
    if (isReloading()) return;
    if (!canKeepUnsavedWork() && (await ask(reloadQuestion)) === undefined) return;
    await keepUnsavedWork();
    reloadPage();
  }, [ask]);
};
