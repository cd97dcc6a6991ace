import { ruleTypes } from '@cfs/contracts/rule-types';
import Box from '@mui/material/Box';
import { formatDate } from '../../lib/texts/dates.ts';
import { enumName, enumOptions, enumWords } from '../../lib/texts/enumerations.ts';
import type { Column } from '../../ui/grid/data-table-column.ts';
import { enabledSwitchColumn, nameColumn, tenantColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { ruleSet, type RuleRow } from './rule-row.ts';
import { covers, type SilenceRow } from './silences/silence.ts';
import { inWords } from '../../lib/texts/in-words.ts';

export const ruleTypeName = (id: number): string => enumName(ruleTypes, id);

interface RuleColumnOptions {
  /** Enables or disables a rule; absent if the list is read-only. */
  readonly onToggle?: (rule: RuleRow) => void;
  /** Whether the user may edit a rule. */
  readonly mayToggle?: (rule: RuleRow) => boolean;
  readonly silences?: readonly SilenceRow[];
}

/** The silence that covers the whole rule and ends last. */
const silenceOf = (silences: readonly SilenceRow[], { ruleId }: RuleRow): SilenceRow | undefined =>
  silences.find((silence) => covers(silence, { ruleId }));

export const ruleColumns = ({ onToggle, mayToggle, silences = [] }: RuleColumnOptions): readonly Column<RuleRow>[] => [
  nameColumn({ minWidth: 200 }),
  {
    field: 'ruleTypeId',
    header: 'Type',
    value: (row) => ruleTypeName(row.ruleTypeId),
    render: (row) => inWords(ruleTypeName(row.ruleTypeId)),
    exportWords: enumWords(ruleTypes),
    filter: { kind: 'enumeration', options: enumOptions(ruleTypes) },
    sortable: false,
    width: 120,
    card: true,
  },
  tenantColumn(ruleSet, { sortable: false, width: 150 }),
  {
    field: 'subscription/name',
    header: 'Subscription',
    value: (row) => row.subscription?.name,
    filter: { kind: 'text' },
    sortable: false,
    width: 140,
  },
  {
    field: 'matchLifetime',
    header: 'Lifetime',
    value: (row) => row.matchLifetime,
    sortable: false,
    width: 110,
    align: 'right',
  },
  enabledSwitchColumn(onToggle, mayToggle),
  textColumn('outOfServiceReason', 'Out of Service or Silenced', {
    exportedHeader: 'Out of Service',
    sortable: false,
    flex: 1,
    minWidth: 220,
    card: true,
    render: (row) => {
      const silence = silenceOf(silences, row);
      const notice =
        row.outOfServiceReason ?? (silence && `Silenced until ${formatDate(silence.until)}: ${silence.reason}`);
      return (
        notice && (
          <StateLabel tone={row.outOfServiceReason === null ? 'muted' : 'warning'}>
            <Box component="span" title={notice} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {notice}
            </Box>
          </StateLabel>
        )
      );
    },
  }),
  textColumn('description', 'Description', { sortable: false, flex: 2, isHidden: true }),
  timeColumn('modified', 'Modified', { isHidden: true }),
];
