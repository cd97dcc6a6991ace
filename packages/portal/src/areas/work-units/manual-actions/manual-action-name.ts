import type { ManualAction } from '@cfs/contracts/manual-actions';

/** The displayed name of a manual action: its summary, or the name of its definition if it has none. */
export const manualActionName = (action: Pick<ManualAction, 'summary' | 'actionDefinition'>): string =>
  action.summary?.trim() || action.actionDefinition.name;
