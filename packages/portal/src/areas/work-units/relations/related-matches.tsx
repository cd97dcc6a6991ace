import { pollIntervals } from '@cfs/contracts/sizes';
import { relationLimit, type RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { oneOf } from '../../../lib/api/odata-filter.ts';
import { useRows } from '../../../lib/api/use-list.ts';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { isActive, type RuleMatch } from '../../rules/rule-match.ts';
import { ruleMatchSet } from '../../rules/matches/rule-match-set.ts';
import { useIsActionHistoryAsked } from '../manual-actions/manual-action-queries.ts';
import { RelatedTable } from './related-table.tsx';
import { useRemoveColumn } from './use-remove-column.tsx';

const useMatches = (workUnitId: number, entities: readonly RelatedEntity[]): ReadonlyMap<string, RuleMatch> => {
  const isHistoryAsked = useIsActionHistoryAsked(workUnitId);
  const { data = [] } = useRows<RuleMatch>(
    ruleMatchSet,
    {
      filter: oneOf(
        'ruleMatchId',
        entities.map(({ referenceId }) => referenceId),
      ),
      expand: 'rule',
      orderBy: [{ field: 'expires', direction: 'desc' }],
      top: relationLimit,
    },
    { ...(isHistoryAsked ? {} : { poll: pollIntervals.ruleMatches }), enabled: entities.length > 0 },
  );
  return new Map(data.map((match) => [match.ruleMatchId, match]));
};

interface RelatedMatchesProps {
  readonly workUnitId: number;
  readonly entities: readonly RelatedEntity[];
}

/** Sorts by the latest expiry first, as in the query; matches that no longer exist are at the end. */
const inOrder = (
  entities: readonly RelatedEntity[],
  matches: ReadonlyMap<string, RuleMatch>,
): readonly RelatedEntity[] => {
  const places = new Map([...matches.keys()].map((id, place) => [id, place]));
  const placeOf = ({ referenceId }: RelatedEntity): number => places.get(referenceId) ?? places.size;
  return entities.toSorted((one, other) => placeOf(one) - placeOf(other));
};

/**
 * The current state of related rule matches, polled every 30 s, except while the history of the unit's actions is being
 * fetched (docs/reference/work-unit-relations.md#rules). One that no longer exists is shown by its label or id.
 */
export const RelatedMatches = ({ workUnitId, entities }: RelatedMatchesProps) => {
  const matches = useMatches(workUnitId, entities);
  const removeColumn = useRemoveColumn(workUnitId);
  const matchOf = ({ referenceId }: RelatedEntity): RuleMatch | undefined => matches.get(referenceId);
  return (
    <RelatedTable
      title="Rule Matches"
      names="rule matches"
      rows={inOrder(entities, matches)}
      rowKey={({ referenceId }) => referenceId}
      columns={[
        {
          header: 'State',
          isNarrow: true,
          cell: (entity) => {
            const match = matchOf(entity);
            if (!match) return null;
            const isOpen = isActive(match);
            return <StateLabel tone={isOpen ? 'bad' : 'muted'}>{isOpen ? 'Active' : 'Inactive'}</StateLabel>;
          },
        },
        { header: 'Rule', cell: (entity) => matchOf(entity)?.rule?.name, isWideOnly: true },
        { header: 'Subject', cell: (entity) => matchOf(entity)?.label ?? entity.label ?? entity.referenceId },
        { header: 'Count', cell: (entity) => matchOf(entity)?.matchCount, align: 'right', isNarrow: true },
        {
          header: 'Last match',
          isNarrow: true,
          isWideOnly: true,
          cell: (entity) => <DateTime time={matchOf(entity)?.lastMatch ?? matchOf(entity)?.created} />,
        },
        ...removeColumn,
      ]}
    />
  );
};
