import type { WorkUnitHistoryRecord } from '@cfs/contracts/work-unit-notes';
import type { HistoryType } from '@cfs/contracts/work-unit-enumerations';

/** Kinds by which the stream of a unit is filtered. */
export const historyKinds = ['note', 'change', 'state', 'event', 'action', 'system'] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const historyKindLabels: Readonly<Record<HistoryKind, string>> = {
  note: 'Notes',
  change: 'Field changes',
  state: 'State changes',
  event: 'Events',
  action: 'Actions',
  system: 'System',
};

const kinds: Readonly<Record<HistoryType, HistoryKind>> = {
  General: 'system',
  FieldChange: 'change',
  WorkUnitStateChange: 'state',
  WorkUnitEvent: 'event',
  ProtocolActionActivity: 'action',
  ProtocolActionFailure: 'action',
};

export const historyKindOf = ({ historyType }: Pick<WorkUnitHistoryRecord, 'historyType'>): HistoryKind =>
  historyType === null ? 'note' : kinds[historyType];
