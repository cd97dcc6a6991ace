import LinkOffIcon from '@mui/icons-material/LinkOff';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import { usePermissions } from '../../../lib/permissions.tsx';
import type { PlainColumn } from '../../../ui/grid/plain-table.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { useRelationCommands } from './use-relation-commands.ts';

/** The column with the button that removes a relation; none for users with read-only access. */
export const useRemoveColumn = (workUnitId: number): readonly PlainColumn<RelatedEntity>[] => {
  const { remove } = useRelationCommands(workUnitId);
  if (!usePermissions().has('WorkUnits:edit')) return [];
  return [
    {
      header: 'Actions',
      isNarrow: true,
      cell: (entity) => (
        <RowAction
          label={`Remove ${entity.label ?? entity.referenceId}`}
          icon={<LinkOffIcon />}
          onClick={() => void remove(entity)}
        />
      ),
    },
  ];
};
