import { isGuid } from '@cfs/contracts/guid';
import { relationLimit, type RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { oneOf } from '../../../lib/api/odata-filter.ts';
import { useRows } from '../../../lib/api/use-list.ts';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { readMessage } from './related-message.ts';
import { RelatedTable } from './related-table.tsx';

interface MessageRow {
  readonly messageId: string;
  readonly created: string;
  /** JSON text. */
  readonly message: string;
}

/** The messages of a unit's relations: the contents of the packets of its rule matches. */
export const RelatedMessages = ({ entities }: { readonly entities: readonly RelatedEntity[] }) => {
  const ids = entities.map(({ referenceId }) => referenceId).filter((id) => isGuid(id));
  const { data = [] } = useRows<MessageRow>(
    '/v1/messages',
    { filter: oneOf('referenceId', ids.slice(0, relationLimit)), top: relationLimit },
    { enabled: ids.length > 0 },
  );
  return (
    <RelatedTable
      title="Messages"
      names="messages"
      rows={data.map((row) => ({ ...row, ...readMessage(row.message) }))}
      rowKey={({ messageId }) => messageId}
      columns={[
        { header: 'Block', cell: ({ blockName }) => blockName },
        { header: 'Entity', cell: ({ entityId }) => entityId, isWideOnly: true },
        { header: 'Value', cell: ({ value }) => value },
        { header: 'Time', cell: ({ timestamp, created }) => <DateTime time={timestamp || created} />, isNarrow: true },
      ]}
    />
  );
};
