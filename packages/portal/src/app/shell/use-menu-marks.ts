import { pollIntervals } from '@cfs/contracts/sizes';
import { useMemo } from 'react';
import { communicationSet, overdueCommunications } from '../../areas/communications/communication-set.ts';
import { useCount } from '../../lib/api/use-count.ts';
import { usePermissions } from '../../lib/permissions.tsx';

/** A badge on a menu entry: the number of rows that need attention, and what they are. */
export interface MenuMark {
  readonly count: number;
  readonly description: string;
}

/** The marks of menu entries by their path. */
export const useMenuMarks = (): ReadonlyMap<string, MenuMark> => {
  const overdue = useCount(communicationSet, overdueCommunications, {
    poll: pollIntervals.workUnits,
    enabled: usePermissions().has('WorkUnitCommunications:view'),
  });
  return useMemo(() => {
    if (!overdue) return new Map();
    const description = overdue === 1 ? '1 update is overdue' : `${overdue} updates are overdue`;
    return new Map([['/workunitcommunications', { count: overdue, description }]]);
  }, [overdue]);
};
