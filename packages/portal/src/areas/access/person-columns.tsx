import type { Person } from '@cfs/contracts/access-people';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';
import { nameColumn, textColumn, timeColumn } from '../../ui/list/usual-columns.tsx';

const tones = { Active: 'good', Invited: 'underway', Disabled: 'muted' } as const;

export const PersonState = ({ person }: { readonly person: Person }) => (
  <StateLabel tone={tones[person.state]}>{person.state}</StateLabel>
);

export const personColumns: readonly Column<Person>[] = [
  nameColumn(),
  textColumn('mail', 'Mail', { flex: 2, card: true }),
  {
    field: 'enabled',
    header: 'State',
    value: (row) => row.state,
    render: (row) => <PersonState person={row} />,
    filter: { kind: 'boolean', label: 'Enabled' },
    exported: 'state',
    width: 120,
    card: true,
  },
  timeColumn('firstSignIn', 'First Sign-in'),
  textColumn('provider', 'Provider', { flex: 2, isHidden: true }),
  {
    field: 'created',
    header: 'Invited',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    width: dateTimeWidth,
    isHidden: true,
  },
  textColumn('createdBy', 'Invited By', { isHidden: true }),
];
