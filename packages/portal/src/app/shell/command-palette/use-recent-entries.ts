import { useCallback } from 'react';
import { usePreference } from '../../../lib/preferences.ts';

const most = 12;
const none: readonly string[] = [];

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Ids of what the person chose in the command palette, latest first, and a way to add one. */
export const useRecentEntries = () => {
  const [recent, setRecent] = usePreference('recent', none, areTexts);
  const remember = useCallback(
    (id: string) => setRecent([id, ...recent.filter((each) => each !== id)].slice(0, most)),
    [recent, setRecent],
  );
  return [recent, remember] as const;
};
