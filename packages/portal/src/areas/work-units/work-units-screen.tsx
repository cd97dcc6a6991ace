import Button from '@mui/material/Button';
import { pollIntervals } from '@cfs/contracts/sizes';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useRowSelection } from '../../ui/grid/use-row-selection.ts';
import { AutoRefresh } from './list/auto-refresh.tsx';
import { CreateWorkUnitMenu } from './list/create-work-unit-menu.tsx';
import { useForgetPendingActions } from './manual-actions/manual-action-queries.ts';
import { OldExperienceLink } from './old-experience/old-experience-link.tsx';
import { useAcknowledge } from './list/use-acknowledge.ts';
import { workUnitColumns } from './list/work-unit-columns.tsx';
import { useOpenWorkUnit, WorkUnitDrawer } from './panel/work-unit-drawer.tsx';
import { firstConditions, hideFinished } from './list/work-unit-filter.ts';
import { useWorkUnitTypeOptions } from './work-unit-lookups.ts';
import { exactFields, searchedFields, workUnitListQuery, workUnitSet, type WorkUnitListRow } from './work-unit-row.ts';

/** Forms are loaded when the first one opens: a list does without them. */
const IntakeDrawer = lazy(async () => ({ default: (await import('./panel/intake-drawer.tsx')).IntakeDrawer }));

const BulkEditPanel = lazy(async () => ({ default: (await import('./bulk-edit/bulk-edit-panel.tsx')).BulkEditPanel }));

const workUnitId = (row: WorkUnitListRow): string => String(row.workUnitId);

const WorkUnitList = () => {
  const [query, patch] = useAddressQuery();
  const [isAutomatic, setAutomatic] = useState(true);
  const permissions = usePermissions();
  const [edited, setEdited] = useState<readonly WorkUnitListRow[]>();
  const acknowledge = useAcknowledge();
  const forgetPendingActions = useForgetPendingActions();
  const types = useWorkUnitTypeOptions();
  const { openId } = useOpenWorkUnit();
  const intake = query['intake'];
  const mayEdit = permissions.has('WorkUnits:edit');
  const columns = useMemo(
    () =>
      workUnitColumns({
        types,
        onAcknowledge: mayEdit && acknowledge ? (workUnit) => void acknowledge(workUnit) : undefined,
      }),
    [types, mayEdit, acknowledge],
  );
  const screen = useListScreen<WorkUnitListRow>({
    name: 'workunits',
    set: workUnitSet,
    columns,
    sort: [
      { field: 'severityId', direction: 'asc' },
      { field: 'created', direction: 'desc' },
    ],
    conditions: firstConditions,
    filter: (list) => hideFinished(list.conditions),
    exact: exactFields,
    ...workUnitListQuery,
    poll: pollIntervals.workUnits,
    pollPaused: !isAutomatic || openId !== undefined || intake !== undefined || edited !== undefined,
  });
  const selection = useRowSelection(screen, workUnitId);
  return (
    <ListScreen
      title={openId && openId !== 'new' ? `WU #${openId}` : 'Work Units'}
      label="Work units"
      help="Incidents, change requests and intake of every tenant that you may see."
      aside={
        <>
          <OldExperienceLink />
          <AutoRefresh isOn={isAutomatic} onChange={setAutomatic} />
        </>
      }
      screen={screen}
      rowId={workUnitId}
      searchFields={searchedFields}
      exportName="workunits.csv"
      create={
        permissions.has('WorkUnits:create') && (
          <CreateWorkUnitMenu
            onChosen={(typeId) =>
              patch(
                typeId === workUnitTypes.Intake ? { intake: 'new' } : { workUnitId: 'new', createType: String(typeId) },
              )
            }
          />
        )
      }
      selection={mayEdit ? selection : undefined}
      selectionCommands={
        <Button variant="contained" onClick={() => setEdited([...selection.selected.values()])}>
          Edit
        </Button>
      }
      onOpen={(row) => patch({ workUnitId: workUnitId(row) })}
      onFilterClosed={forgetPendingActions}
      emptyTitle="No work units here"
      emptyHint="Every unit that is not finished would stand here."
    >
      <WorkUnitDrawer />
      {intake && (
        <Suspense>
          <IntakeDrawer
            chosen={intake}
            onChosen={(tenantId) => patch({ intake: tenantId }, { replace: true })}
            onClose={() => patch({ intake: undefined })}
          />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <BulkEditPanel units={edited} selection={selection} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </ListScreen>
  );
};

/** Links that hold the list as JSON are rare, and reading them takes a schema: both are loaded when one is followed. */
const SharedList = lazy(async () => ({ default: (await import('./list/shared-list.tsx')).SharedList }));

/** The list of work units, where the address has it; a link with the list as JSON text is followed first. */
export const WorkUnitsScreen = () => {
  const { search } = useAddressQuery()[0];
  if (!search?.startsWith('{')) return <WorkUnitList />;
  return (
    <Suspense>
      <SharedList search={search}>
        <WorkUnitList />
      </SharedList>
    </Suspense>
  );
};
