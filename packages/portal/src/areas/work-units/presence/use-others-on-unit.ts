import type { Present } from '@cfs/contracts/work-unit-presence';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { usePresence } from './use-presence.ts';
import { useFollowHistory } from '../history/work-unit-history-queries.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface OpenUnit {
  /** The unit as the user last saw it. */
  readonly seen: WorkUnitRow;
  /** Whether the user has unsaved changes. */
  readonly isEditing: boolean;
  /** Whether a change by the user is in flight, which must not be reported to them as news. */
  readonly isChanging: boolean;
}

const nobody: Present['others'] = [];

/** The activity of others on an open unit: who has it open, and whether it was saved since the user saw it. */
export const useOthersOnUnit = ({ seen, isEditing, isChanging }: OpenUnit) => {
  const { present, askedAt } = usePresence(seen.workUnitId, isEditing);
  useFollowHistory(seen.workUnitId, present, askedAt);
  const me = useCurrentUser()?.userName;
  const others = present?.others ?? nobody;
  if (!present || isChanging || present.modified <= seen.modified) return { others, news: '' };
  const { modifiedBy } = present;
  const name = others.find(({ mail }) => mail === modifiedBy)?.displayName ?? modifiedBy;
  const news = modifiedBy === me ? 'You saved this work unit in another window.' : `${name} saved this work unit.`;
  return { others, news };
};
