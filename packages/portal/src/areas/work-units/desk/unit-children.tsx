import { finishedStates, workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
import type { RelatedEntity } from '@cfs/contracts/work-unit-relations';
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { RelatedEntityCell } from '../relations/related-entity-cell.tsx';
import { useRelationCommands } from '../relations/use-relation-commands.ts';
import { useRemoveColumn } from '../relations/use-remove-column.tsx';
import { WorkUnitSearch } from '../relations/work-unit-search.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

/** Whether a related unit still needs work. */
export const isOpenUnit = ({ workUnit }: RelatedEntity): boolean =>
  workUnit !== undefined && !finishedStates.includes(workUnit.stateId);

const ChildState = ({ child }: { readonly child: RelatedEntity }) =>
  child.workUnit && (
    <StateLabel tone={isOpenUnit(child) ? 'underway' : 'good'}>
      {workUnitStateLabels[child.workUnit.stateId]}
    </StateLabel>
  );

interface UnitChildrenProps {
  readonly workUnit: WorkUnitRow;
  readonly related: readonly RelatedEntity[];
}

/** The children of a unit with their states, and its parent; both are added and removed here. */
export const UnitChildren = ({ workUnit, related }: UnitChildrenProps) => {
  const { workUnitId, tenantId } = workUnit;
  const [, patch] = useAddressQuery();
  const permissions = usePermissions();
  const { add, remove } = useRelationCommands(workUnitId);
  const removeColumn = useRemoveColumn(workUnitId);
  const mayEdit = permissions.has('WorkUnits:edit');
  const children = related.filter(({ referenceType }) => referenceType === 'Child');
  const parent = related.find(({ referenceType }) => referenceType === 'Parent');
  const others = allOf(equals('tenantId', tenantId), `workUnitId ne ${workUnitId}`);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {children.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No children. A child is a part of this work that another person can take on.
        </Typography>
      ) : (
        <PlainTable
          label="Children"
          rowKey={({ referenceId }) => referenceId}
          rows={children}
          columns={[
            { header: 'Child', cell: (child) => <RelatedEntityCell entity={child} /> },
            { header: 'State', cell: (child) => <ChildState child={child} />, isNarrow: true },
            ...removeColumn,
          ]}
        />
      )}
      {mayEdit && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 3 }}>
          <Box sx={{ flex: '1 1 200px' }}>
            <WorkUnitSearch
              label="Add a child"
              filter={others}
              onChosen={(found) => void add({ referenceType: 'Child', referenceId: String(found) })}
            />
          </Box>
          {permissions.has('WorkUnits:create') && (
            <Button
              startIcon={<AddIcon />}
              sx={{ mb: 2 }}
              onClick={() =>
                patch({ workUnitId: 'new', publicWorkUnitId: undefined, childOf: String(workUnitId), tab: undefined })
              }
            >
              New child
            </Button>
          )}
          {parent ? (
            <Button color="inherit" sx={{ mb: 2 }} onClick={() => void remove(parent)}>
              Remove parent
            </Button>
          ) : (
            <Box sx={{ flex: '1 1 200px' }}>
              <WorkUnitSearch
                label="Set the parent"
                filter={others}
                onChosen={(found) => void add({ referenceType: 'Parent', referenceId: String(found) })}
              />
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
};
