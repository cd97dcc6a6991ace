import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import type { ReactNode } from 'react';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { RelatedEntityCell } from './related-entity-cell.tsx';
import { RelatedTable } from './related-table.tsx';
import { useRemoveColumn } from './use-remove-column.tsx';

interface RelatedEntitiesProps {
  readonly workUnitId: number;
  readonly title: string;
  readonly names: string;
  readonly entities: readonly RelatedEntity[];
  readonly children?: ReactNode;
}

/** Related devices, blocks or work units, by name. */
export const RelatedEntities = ({ workUnitId, title, names, entities, children }: RelatedEntitiesProps) => {
  const removeColumn = useRemoveColumn(workUnitId);
  return (
    <RelatedTable
      title={title}
      names={names}
      rows={entities}
      rowKey={({ referenceId }) => referenceId}
      columns={[
        { header: 'Name', cell: (entity) => <RelatedEntityCell entity={entity} /> },
        {
          header: 'Related since',
          cell: ({ created }) => <DateTime time={created} />,
          isNarrow: true,
          isWideOnly: true,
        },
        ...removeColumn,
      ]}
    >
      {children}
    </RelatedTable>
  );
};
