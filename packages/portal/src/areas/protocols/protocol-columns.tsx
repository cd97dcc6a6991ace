import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, textColumn } from '../../ui/list/usual-columns.tsx';
import { Identifier } from '../../ui/text/identifier.tsx';
import { protocolSet, type ProtocolRow } from './protocol-row.ts';

export const protocolColumns: readonly Column<ProtocolRow>[] = [
  nameColumn({ minWidth: 160 }),
  textColumn('protocolId', 'ID', {
    render: (row) => <Identifier id={row.protocolId} />,
    filter: { kind: 'guid' },
    width: 320,
  }),
  textColumn('description', 'Description', { flex: 2, minWidth: 160, card: true }),
  tenantColumn(protocolSet, { minWidth: 150, card: true }),
];
