import { shellTexts } from '@cfs/contracts/shell-texts';
import type { Question } from '../feedback/confirm-dialog.tsx';

/** Asked before anything that was typed and not saved is let go. */
export const unsavedQuestion: Question = { title: 'Unsaved changes', text: shellTexts.unsavedChanges };
