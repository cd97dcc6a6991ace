import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import PlayCircleIcon from '@mui/icons-material/PlayCircleOutlined';
import Box from '@mui/material/Box';
import { pollIntervals, searchDebounce } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { allOf, anyOf, textLiteral, type Filter } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LiveSearch } from '../../ui/list/live-search.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { DryRunDialog } from '../actions/dry-run/dry-run-dialog.tsx';
import { ActionHistoryDrawer } from '../actions/history/action-history-drawer.tsx';
import { useMayViewHistory } from '../actions/history/use-may-view-history.ts';
import { isActive, type RuleMatch } from './rule-match.ts';

export const ruleMatchSet = '/v1/rulematches';

interface RuleMatchListProps {
  readonly filter: Filter;
  /** 50 by created in views of an entity, 100 by expires in the drawer of a rule. */
  readonly order?: 'created' | 'expires';
}

/** Lets through the matches whose rule or subject has the text in its name. */
const found = (text: string): Filter => {
  if (text === '') return undefined;
  const part = textLiteral(text.toLowerCase());
  return anyOf(`contains(tolower(rule/name),${part})`, `contains(tolower(label),${part})`);
};

const dryRunOf = ({ ruleMatchId, label, subjectId }: RuleMatch) => ({
  subject: label ?? subjectId,
  url: `${ruleMatchSet}/${ruleMatchId}/dryrun`,
  field: 'occasion',
  label: 'Occasion',
  occasions: [
    ['Began', 'The match begins'],
    ['Ended', 'The match ends'],
  ] as const,
  emptyTitle: 'The rule has no actions for this occasion.',
});

/**
 * Rule matches, newest first, asked for again every 30 s, except while the action history or the dry run of one is
 * open. The search follows what is typed.
 */
export const RuleMatchList = ({ filter, order = 'created' }: RuleMatchListProps) => {
  const [typed, setTyped] = useState('');
  const history = useOpenRow('history');
  const mayViewHistory = useMayViewHistory();
  const [dryRun, setDryRun] = useState<RuleMatch>();
  const mayDryRun = usePermissions().has('Rules:view');
  const search = useDebounced(typed.trim(), searchDebounce);
  const matches = useRows<RuleMatch>(
    ruleMatchSet,
    {
      filter: allOf(filter, found(search)),
      expand: 'rule',
      orderBy: [{ field: order, direction: 'desc' }],
      top: order === 'created' ? 50 : 100,
    },
    {
      ...(history.openId === undefined && !dryRun ? { poll: pollIntervals.ruleMatches } : {}),
      keepsPreviousData: true,
    },
  );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <LiveSearch text={typed} fields="rule and subject" onType={setTyped} />
      <QueryResult query={matches}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No Rule Matches Found."
              hint={
                search === ''
                  ? 'A match appears here when the conditions of a rule hold.'
                  : 'Change the search or clear it.'
              }
            />
          ) : (
            <PlainTable
              label="Rule matches"
              rowKey={(match) => match.ruleMatchId}
              columns={[
                {
                  header: 'State',
                  cell: (match) => (
                    <StateLabel tone={isActive(match) ? 'bad' : 'muted'}>
                      {isActive(match) ? 'Active' : 'Inactive'}
                    </StateLabel>
                  ),
                  isNarrow: true,
                },
                ...(order === 'created'
                  ? [{ header: 'Rule', cell: (match: RuleMatch) => match.rule?.name ?? match.ruleId }]
                  : []),
                {
                  header: 'Subject',
                  cell: (match) => `${match.label ?? match.subjectId}${match.inMaintenance ? ' (in maintenance)' : ''}`,
                },
                {
                  header: 'Count',
                  cell: (match) => match.matchCount,
                  align: 'right',
                  isNarrow: true,
                  isWideOnly: true,
                },
                {
                  header: 'Last match',
                  cell: (match) => <DateTime time={match.lastMatch ?? match.created} />,
                  isWideOnly: true,
                },
                { header: 'Expires', cell: (match) => <DateTime time={match.expires} /> },
                ...(mayViewHistory
                  ? [
                      {
                        header: 'Actions',
                        cell: (match: RuleMatch) => (
                          <Box sx={{ display: 'flex' }}>
                            {mayDryRun && (
                              <RowAction
                                label={`Dry Run of ${match.label ?? match.subjectId}`}
                                icon={<PlayCircleIcon />}
                                onClick={() => setDryRun(match)}
                              />
                            )}
                            <RowAction
                              label={`Action History of ${match.label ?? match.subjectId}`}
                              icon={<HistoryIcon />}
                              onClick={() => history.open(match.ruleMatchId)}
                            />
                          </Box>
                        ),
                        isNarrow: true,
                      },
                    ]
                  : []),
              ]}
              rows={rows}
            />
          )
        }
      </QueryResult>
      <DryRunDialog of={dryRun && dryRunOf(dryRun)} onClose={() => setDryRun(undefined)} />
      <ActionHistoryDrawer
        of={history.openId === undefined ? undefined : { referenceId: history.openId }}
        subject={matches.data?.find(({ ruleMatchId }) => ruleMatchId === history.openId)?.label ?? undefined}
        onClose={history.close}
      />
    </Box>
  );
};
