import { shellTexts } from '@cfs/contracts/shell-texts';
import { useEffect } from 'react';
import { useAsk } from './confirm.tsx';

/** Closes at once when nothing is unsaved, and otherwise asks first; leaving the page asks too. */
export const useGuardedClose = (hasChanges: boolean, onClose: () => void): (() => void) => {
  const ask = useAsk();
  useEffect(() => {
    if (!hasChanges) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasChanges]);
  return () => {
    if (!hasChanges) return onClose();
    void ask({ title: 'Unsaved changes', text: shellTexts.unsavedChanges }).then((answer) => {
      if (answer !== undefined) onClose();
    });
  };
};
