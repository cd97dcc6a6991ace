import type { Present } from '@cfs/contracts/work-unit-presence';
import { useCurrentUser } from '../../../lib/lookups.ts';
import { usePresence } from './use-presence.ts';
import { useFollowHistory } from '../history/work-unit-history-queries.ts';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface OpenUnit {
  /** The unit as the person saw it last. */
  readonly seen: WorkUnitRow;
  /** Whether the person changed something that is not saved yet. */
  readonly isEditing: boolean;
  /** Whether a change of the person's own is under way, which is no news to them. */
  readonly isChanging: boolean;
}

const nobody: Present['others'] = [];

/** What others do to an open unit: who has it open, and whether somebody saved it since the person saw it. */
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
