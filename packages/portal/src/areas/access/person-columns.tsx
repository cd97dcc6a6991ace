import type { Person } from '@cfs/contracts/access-people';
import { dateTimeWidth, type Column } from '../../ui/grid/data-table-column.ts';
import { DateTime } from '../../ui/text/date-time.tsx';
import { StateLabel } from '../../ui/text/state-label.tsx';

const tones = { Active: 'good', Invited: 'underway', Disabled: 'muted' } as const;
const text = { kind: 'text' } as const;

export const PersonState = ({ person }: { readonly person: Person }) => (
  <StateLabel tone={tones[person.state]}>{person.state}</StateLabel>
);

export const personColumns: readonly Column<Person>[] = [
  { field: 'name', header: 'Name', value: (row) => row.name, isLink: true, filter: text, flex: 2, card: true },
  { field: 'mail', header: 'Mail', value: (row) => row.mail, filter: text, flex: 2, card: true },
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
  {
    field: 'firstSignIn',
    header: 'First Sign-in',
    value: (row) => row.firstSignIn,
    render: (row) => <DateTime time={row.firstSignIn} />,
    filter: { kind: 'dateTime' },
    width: dateTimeWidth,
  },
  { field: 'provider', header: 'Provider', value: (row) => row.provider, filter: text, flex: 2, isHidden: true },
  {
    field: 'created',
    header: 'Invited',
    value: (row) => row.created,
    render: (row) => <DateTime time={row.created} />,
    width: dateTimeWidth,
    isHidden: true,
  },
  { field: 'createdBy', header: 'Invited By', value: (row) => row.createdBy, filter: text, isHidden: true },
];
