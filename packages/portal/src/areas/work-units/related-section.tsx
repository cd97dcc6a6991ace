import DeleteIcon from '@mui/icons-material/LinkOff';
import type { RelationType } from '@cfs/contracts/work-unit-enumerations';
import { defaultPageSize } from '@cfs/contracts/sizes';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { RelatedEntityCell } from './related-entity-cell.tsx';
import { useRelationCommands } from './use-relation-commands.ts';

const names: Readonly<Record<RelationType, readonly [title: string, type: string]>> = {
  RuleMatch: ['Rule Matches', 'rule match'],
  Device: ['Devices', 'device'],
  Block: ['Blocks', 'block'],
  WorkUnit: ['Work Units', 'work unit'],
  Message: ['Messages', 'message'],
};

interface RelatedSectionProps {
  readonly workUnitId: number;
  readonly type: RelationType;
  readonly entities: readonly RelatedEntity[];
}

/** The entities of one type that a unit relates to: ten of them, and the others when asked for. */
export const RelatedSection = ({ workUnitId, type, entities }: RelatedSectionProps) => {
  const mayEdit = usePermissions().has('WorkUnits:edit');
  const { remove } = useRelationCommands(workUnitId);
  const [showsAll, setShowsAll] = useState(false);
  const [title, name] = names[type];
  const columns: readonly PlainColumn<RelatedEntity>[] = [
    { header: title, cell: (entity) => <RelatedEntityCell entity={entity} /> },
    {
      header: 'Related since',
      cell: ({ created }) => <DateTime time={created} />,
      isNarrow: true,
      isWideOnly: true,
    },
    ...(mayEdit
      ? [
          {
            header: 'Actions',
            isNarrow: true,
            cell: (entity: RelatedEntity) => (
              <RowAction
                label={`Remove ${name} ${entity.label ?? entity.referenceId}`}
                icon={<DeleteIcon />}
                onClick={() => void remove(entity)}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <section>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
        {entities.length > 0 && ` (${entities.length})`}
      </Typography>
      {entities.length === 0 ? (
        <Typography variant="body2" color="textSecondary">{`No related ${name}s found.`}</Typography>
      ) : (
        <PlainTable
          label={title}
          rowKey={({ referenceId }) => referenceId}
          columns={columns}
          rows={showsAll ? entities : entities.slice(0, defaultPageSize)}
        />
      )}
      {entities.length > defaultPageSize && (
        <Box sx={{ mt: 2 }}>
          <Button onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show ${defaultPageSize}` : `Show all ${entities.length}`}
          </Button>
        </Box>
      )}
    </section>
  );
};
