import type { Column } from '../../ui/grid/data-table-column.ts';
import { nameColumn, tenantColumn, textColumn } from '../../ui/list/usual-columns.tsx';
import type { CannedReplyRow } from './canned-reply.ts';
import { cannedReplySet } from './canned-reply-queries.ts';

/** The columns of the list of canned replies. */
export const cannedReplyColumns: readonly Column<CannedReplyRow>[] = [
  nameColumn(),
  textColumn<CannedReplyRow>('body', 'Text', { flex: 4, sortable: false, card: true }),
  tenantColumn(cannedReplySet, { card: true }),
];
