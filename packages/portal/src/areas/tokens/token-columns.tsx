import type { TokenGrant } from '@cfs/contracts/tokens';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { stateOf, usesOf, usesWords } from './token.ts';

const tones = { Active: 'good', Expired: 'warning', Revoked: 'muted' } as const;

const TokenStateLabel = ({ token }: { readonly token: TokenGrant }) => {
  const state = stateOf(token, new Date());
  return <StateLabel tone={tones[state]}>{state}</StateLabel>;
};

export const tokenColumns: readonly Column<TokenGrant>[] = [
  {
    field: 'name',
    header: 'Name',
    value: (row) => row.name,
    isLink: true,
    filter: { kind: 'text' },
    flex: 2,
    minWidth: 180,
    card: true,
  },
  {
    field: 'description',
    header: 'Description',
    value: (row) => row.description,
    sortable: false,
    filter: { kind: 'text' },
    flex: 2,
  },
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
  {
    field: 'created',
    header: 'Created',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
  },
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
  {
    field: 'revokedOn',
    header: 'Revoked',
    value: (row) => row.revokedOn,
    render: (row) => <DateTime time={row.revokedOn} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
    isHidden: true,
  },
];
