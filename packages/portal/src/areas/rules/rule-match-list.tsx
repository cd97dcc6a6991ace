import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import SilenceIcon from '@mui/icons-material/NotificationsOffOutlined';
import PlayCircleIcon from '@mui/icons-material/PlayCircleOutlined';
import AcknowledgeIcon from '@mui/icons-material/TaskAltOutlined';
import ExpireIcon from '@mui/icons-material/TimerOffOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { pollIntervals, searchDebounce } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { allOf, anyOf, textLiteral, type Filter } from '../../lib/api/odata-filter.ts';
import { useRows } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useDebounced } from '../../lib/timing/use-debounced.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { RowMenu, type RowMenuItem } from '../../ui/grid/row-menu.tsx';
import { LiveSearch } from '../../ui/list/live-search.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { DryRunDialog } from '../actions/dry-run/dry-run-dialog.tsx';
import { ActionHistoryDrawer } from '../actions/history/action-history-drawer.tsx';
import { useMayViewHistory } from '../actions/history/use-may-view-history.ts';
import { MatchExplanation } from './explanations/explanation-drawers.tsx';
import { MatchState } from './matches/match-state.tsx';
import { MatchSubject } from './matches/match-subject.tsx';
import { ruleMatchSet } from './matches/rule-match-set.ts';
import { useMatchCommands } from './matches/use-match-commands.ts';
import { matchName, type RuleMatch } from './rule-match.ts';
import { SilencePrompt } from './silences/silence-prompt.tsx';
import { SilenceNotice } from './silences/silence-notice.tsx';
import { concerns, covers, type SilenceScope } from './silences/silence.ts';
import { useActiveSilences } from './silences/use-active-silences.ts';

interface RuleMatchListProps {
  readonly filter: Filter;
  /** `created` lists 50 matches, in views of an entity; `expires` lists 100, in the drawer of a rule. */
  readonly order?: 'created' | 'expires';
  /** The rule or entity that the list is about; its silences are shown above the list. */
  readonly about?: SilenceScope;
}

/** Returns a filter for matches whose rule or subject has the text in its name. */
const found = (text: string): Filter => {
  if (text === '') return undefined;
  const part = textLiteral(text.toLowerCase());
  return anyOf(`contains(tolower(rule/name),${part})`, `contains(tolower(label),${part})`);
};

const dryRunOf = (match: RuleMatch) => ({
  subject: matchName(match),
  url: `${ruleMatchSet}/${match.ruleMatchId}/dryrun`,
  field: 'occasion',
  label: 'Occasion',
  occasions: [
    ['Began', 'The match begins'],
    ['Ended', 'The match ends'],
  ] as const,
  emptyTitle: 'The rule has no actions for this occasion.',
});

const scopesOf = ({ ruleId, subjectId, rule }: RuleMatch) => {
  const name = rule?.name ?? 'this rule';
  return [
    { label: `The rule ${name} about this entity`, scope: { ruleId, entityId: subjectId } },
    { label: 'Every rule about this entity', scope: { entityId: subjectId } },
    { label: `The rule ${name} about every entity`, scope: { ruleId } },
  ];
};

/**
 * Rule matches, newest first, polled every 30 s, except while the action history, the explanation or the dry run of one
 * is open. The search runs while the user types.
 */
export const RuleMatchList = ({ filter, order = 'created', about = {} }: RuleMatchListProps) => {
  const [typed, setTyped] = useState('');
  const [address, patch] = useAddressQuery();
  const isOpenOnly = address['openOnly'] === '1';
  const [history, explanation] = [useOpenRow('history'), useOpenRow('explain')];
  const mayViewHistory = useMayViewHistory();
  const [dryRun, setDryRun] = useState<RuleMatch>();
  const [silenced, setSilenced] = useState<RuleMatch>();
  const permissions = usePermissions();
  const mayView = permissions.has('Rules:view');
  const mayEdit = permissions.has('Rules:edit');
  const mayAcknowledge = mayEdit || permissions.has('WorkUnits:edit');
  const { acknowledge, expire } = useMatchCommands();
  const search = useDebounced(typed.trim(), searchDebounce);
  const isBusy = history.openId !== undefined || explanation.openId !== undefined || dryRun !== undefined;
  const matches = useRows<RuleMatch>(
    ruleMatchSet,
    {
      filter: allOf(filter, found(search), isOpenOnly ? 'ended eq null' : undefined),
      expand: 'rule',
      orderBy: [{ field: order, direction: 'desc' }],
      top: order === 'created' ? 50 : 100,
    },
    { ...(isBusy ? {} : { poll: pollIntervals.ruleMatches }), keepsPreviousData: true },
  );
  const silences = useActiveSilences();
  const silenceOf = ({ ruleId, subjectId, ended }: RuleMatch) =>
    ended === null ? silences.find((silence) => covers(silence, { ruleId, entityId: subjectId })) : undefined;
  const menuOf = (match: RuleMatch): RowMenuItem[] => [
    ...(mayAcknowledge && match.acknowledged === null
      ? [{ label: 'Acknowledge', icon: <AcknowledgeIcon />, onClick: () => void acknowledge(match) }]
      : []),
    ...(mayEdit && match.ended === null
      ? [{ label: 'Expire Now', icon: <ExpireIcon />, onClick: () => void expire(match) }]
      : []),
    ...(mayEdit ? [{ label: 'Silence', icon: <SilenceIcon />, onClick: () => setSilenced(match) }] : []),
  ];
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <LiveSearch text={typed} fields="rule and subject" onType={setTyped} />
        <FormControlLabel
          label="Active Only"
          slotProps={{ typography: { variant: 'body2' } }}
          control={
            <Checkbox
              size="small"
              sx={{ p: 1 }}
              checked={isOpenOnly}
              onChange={(_, isChecked) => patch({ openOnly: isChecked ? '1' : undefined }, { replace: true })}
            />
          }
        />
      </Box>
      <SilenceNotice silences={silences.filter((silence) => concerns(silence, about))} />
      <QueryResult query={matches}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              title="No Rule Matches Found."
              hint={
                search === '' && !isOpenOnly
                  ? 'A match appears here when the conditions of a rule hold.'
                  : 'Change the search or clear it.'
              }
            />
          ) : (
            <PlainTable
              label="Rule matches"
              rowKey={(match) => match.ruleMatchId}
              columns={[
                { header: 'State', cell: (match) => <MatchState match={match} />, isNarrow: true },
                ...(order === 'created'
                  ? [{ header: 'Rule', cell: (match: RuleMatch) => match.rule?.name ?? match.ruleId }]
                  : []),
                {
                  header: 'Subject',
                  cell: (match) => <MatchSubject match={match} silence={silenceOf(match)} />,
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
                ...(mayViewHistory || mayAcknowledge
                  ? [
                      {
                        header: 'Actions',
                        cell: (match: RuleMatch) => (
                          <Box sx={{ display: 'flex' }}>
                            {mayView && (
                              <RowAction
                                label={`Explain ${matchName(match)}`}
                                icon={<HelpIcon />}
                                onClick={() => explanation.open(match.ruleMatchId)}
                              />
                            )}
                            {mayView && (
                              <RowAction
                                label={`Dry Run of ${matchName(match)}`}
                                icon={<PlayCircleIcon />}
                                onClick={() => setDryRun(match)}
                              />
                            )}
                            {mayViewHistory && (
                              <RowAction
                                label={`Action History of ${matchName(match)}`}
                                icon={<HistoryIcon />}
                                onClick={() => history.open(match.ruleMatchId)}
                              />
                            )}
                            <RowMenu name={matchName(match)} items={menuOf(match)} />
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
      <MatchExplanation ruleMatchId={explanation.openId} onClose={explanation.close} />
      {silenced && (
        <SilencePrompt
          subject={matchName(silenced)}
          scopes={scopesOf(silenced)}
          onClose={() => setSilenced(undefined)}
        />
      )}
    </Box>
  );
};
