import { useEffect } from 'react';
import { addUnsavedWork } from '../../lib/forms/unsaved-work.ts';

const unkept = { canKeep: () => false, keep: () => Promise.resolve() };

/** Registers unsaved changes that no draft stores, so that the portal asks before it reloads the page. */
export const useUnsavedWithoutDraft = (isUnsaved: boolean): void => {
  useEffect(() => (isUnsaved ? addUnsavedWork({ ...unkept }) : undefined), [isUnsaved]);
};
