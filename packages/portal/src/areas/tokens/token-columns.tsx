import type { TokenGrant } from '@cfs/contracts/tokens';
import { useOverTime } from '../../lib/timing/use-over-time.ts';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { nameColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';
import { stateOf, usesOf, usesWords } from './token.ts';

const tones = { Active: 'good', Expired: 'warning', Revoked: 'muted' } as const;

const TokenStateLabel = ({ token }: { readonly token: TokenGrant }) => {
  const state = useOverTime((now) => stateOf(token, now));
  return <StateLabel tone={tones[state]}>{state}</StateLabel>;
};

export const tokenColumns: readonly Column<TokenGrant>[] = [
  nameColumn({ minWidth: 180 }),
  textColumn('description', 'Description', { sortable: false, flex: 2 }),
  {
    field: 'state',
    header: 'State',
    value: (row) => stateOf(row, new Date()),
    render: (row) => <TokenStateLabel token={row} />,
    sortable: false,
    width: 120,
    card: true,
  },
  {
    field: 'uses',
    header: 'What it is for',
    value: usesOf,
    sortable: false,
    exported: 'purposes',
    exportWords: usesWords,
    flex: 1,
    minWidth: 200,
  },
  timeColumn('created', 'Created'),
  {
    field: 'expiresOn',
    header: 'Expires',
    value: (row) => row.expiresOn ?? 'Forever',
    exportWords: { empty: 'Forever' },
    render: (row) => (row.expiresOn === null ? 'Forever' : <DateTime time={row.expiresOn} />),
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    card: true,
  },
  timeColumn('revokedOn', 'Revoked', { isHidden: true }),
];
