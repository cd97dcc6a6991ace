import { shellTexts } from '@cfs/contracts/shell-texts';
import type { Question } from '../feedback/confirm-dialog.tsx';

/** Asked before unsaved changes are discarded. */
export const unsavedQuestion: Question = {
  title: 'Unsaved changes',
  text: shellTexts.unsavedChanges,
  isDestructive: true,
  prefersNo: true,
};
