import { useCallback } from 'react';
import { usePreference } from '../../../lib/preferences/preferences.ts';

const maxRecentEntries = 12;
const none: readonly string[] = [];

const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** The ids of recently used entries, latest first, and a function that adds one. */
export const useRecentEntries = () => {
  const [recent, setRecent] = usePreference('recent', none, areTexts);
  const remember = useCallback(
    (id: string) => setRecent([id, ...recent.filter((each) => each !== id)].slice(0, maxRecentEntries)),
    [recent, setRecent],
  );
  return [recent, remember] as const;
};
