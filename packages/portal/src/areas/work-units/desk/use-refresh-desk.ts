import { useEffect, useRef } from 'react';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { useWorkUnitHistory } from '../history/work-unit-history-queries.ts';
import { relatedKey } from '../relations/related-queries.ts';
import { checklistKey } from './checklist-queries.ts';

/**
 * Refetches the checklist and the related units when the history of the unit, which the panel polls, has a new record.
 */
export const useRefreshDesk = (workUnitId: number): void => {
  const refresh = useRefresh();
  const newest = useWorkUnitHistory(workUnitId).data?.records[0]?.id;
  const known = useRef(newest);
  useEffect(() => {
    const isNews = known.current !== undefined && newest !== known.current;
    known.current = newest;
    if (isNews) void refresh(checklistKey, relatedKey);
  }, [newest, refresh]);
};
