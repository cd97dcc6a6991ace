import type { ManualAction } from '@cfs/contracts/manual-actions';

/** What people call a manual action: its summary, else the name of what it does. */
export const manualActionName = (action: Pick<ManualAction, 'summary' | 'actionDefinition'>): string =>
  action.summary?.trim() || action.actionDefinition.name;
