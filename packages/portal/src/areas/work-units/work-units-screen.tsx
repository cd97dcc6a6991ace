import LinkIcon from '@mui/icons-material/LinkOutlined';
import AssignIcon from '@mui/icons-material/PersonAddAltOutlined';
import WatchIcon from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { pollIntervals } from '@cfs/contracts/sizes';
import { shippedViews } from '@cfs/contracts/shipped-views';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { RowMenu } from '../../ui/grid/row-menu.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useRowSelection } from '../../ui/grid/use-row-selection.ts';
import { AutoRefresh } from './list/auto-refresh.tsx';
import { CreateWorkUnitMenu } from './list/create-work-unit-menu.tsx';
import { useClearPendingActions } from './manual-actions/manual-action-queries.ts';
import { OldExperienceLink } from './old-experience/old-experience-link.tsx';
import { useShippedViewCounts } from './list/shipped-view-counts.ts';
import { useAcknowledge } from './list/use-acknowledge.ts';
import { workUnitColumns } from './list/work-unit-columns.tsx';
import { useUnitOrder } from './panel/unit-order.ts';
import { useUnitCommands } from './panel/use-unit-commands.ts';
import { useOpenWorkUnit, WorkUnitDrawer } from './panel/work-unit-drawer.tsx';
import { finishedParameter, firstConditions, hasState, hideFinished, peopleFilters } from './list/work-unit-filter.ts';
import { useWorkUnitTypeOptions } from './work-unit-lookups.ts';
import { exactFields, searchedFields, workUnitListQuery, workUnitSet, type WorkUnitListRow } from './work-unit-row.ts';

/** Forms are loaded when the first one opens, since the list does not need them. */
const IntakeDrawer = lazyPart(async () => (await import('./panel/intake-drawer.tsx')).IntakeDrawer);

const BulkEditPanel = lazyPart(async () => (await import('./bulk-edit/bulk-edit-panel.tsx')).BulkEditPanel);

const viewQuery = [finishedParameter];

const workUnitId = (row: WorkUnitListRow): string => String(row.workUnitId);

const WorkUnitList = () => {
  const [query, patch] = useAddressQuery();
  const [isAutomatic, setAutomatic] = useState(true);
  const permissions = usePermissions();
  const [edited, setEdited] = useState<readonly WorkUnitListRow[]>();
  const acknowledge = useAcknowledge();
  const clearPendingActions = useClearPendingActions();
  const types = useWorkUnitTypeOptions();
  const { openId, openAs } = useOpenWorkUnit();
  const intake = query['intake'];
  const counts = useShippedViewCounts();
  const commands = useUnitCommands();
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
    furtherFilters: peopleFilters,
    filter: hideFinished,
    exact: exactFields,
    ...workUnitListQuery,
    poll: pollIntervals.workUnits,
    pollPaused: !isAutomatic || openId !== undefined || intake !== undefined || edited !== undefined,
  });
  const selection = useRowSelection(screen, workUnitId, screen.list.filter(finishedParameter));
  const { rows } = screen.rows;
  const { list } = screen;
  const showFinished = (isShown: boolean): void => list.setFilter(finishedParameter, isShown ? 'shown' : undefined);
  const order = useUnitOrder(list, screen.rows, workUnitId);
  const rowActions = useCallback(
    (row: WorkUnitListRow) => (
      <RowMenu
        name={`work unit ${row.publicWorkUnitId}`}
        items={[
          ...(mayEdit
            ? [
                {
                  label: 'Assign to me',
                  icon: <AssignIcon />,
                  onClick: () => void commands.assignToMe(row),
                  disabled: commands.isMine(row),
                },
              ]
            : []),
          { label: 'Watch', icon: <WatchIcon />, onClick: () => void commands.watch(row) },
          { label: 'Copy link', icon: <LinkIcon />, onClick: () => void commands.copyLink(row) },
        ]}
      />
    ),
    [mayEdit, commands],
  );
  const opened = rows.find((row) => String(row[openAs]) === openId);
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
      shippedViews={{ views: shippedViews, counts }}
      viewQuery={viewQuery}
      controls={
        !hasState(list.conditions) && (
          <FormControlLabel
            label="Show Finished Units"
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                size="small"
                sx={{ p: 1 }}
                checked={list.filter(finishedParameter) === 'shown'}
                onChange={(_, isShown) => showFinished(isShown)}
              />
            }
          />
        )
      }
      leftOut={
        hideFinished(list) === undefined
          ? undefined
          : {
              text: 'Finished work units are not shown.',
              showLabel: 'Show finished work units',
              onShow: () => showFinished(true),
            }
      }
      openBeside={openId === 'new' ? undefined : opened ? workUnitId(opened) : openId}
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
      rowActions={rowActions}
      actionsWidth={48}
      onOpen={(row) => patch({ workUnitId: workUnitId(row), publicWorkUnitId: undefined })}
      onFilterClosed={clearPendingActions}
      emptyTitle="No work units here"
      emptyHint="A work unit is listed here until it is resolved, closed or canceled."
    >
      <WorkUnitDrawer order={order} />
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

/**
 * Links that contain the state of the list as JSON are rare and need a schema: their code is loaded when one is opened.
 */
const SharedList = lazyPart(async () => (await import('./list/shared-list.tsx')).SharedList);

/** The list of work units in the state that the URL describes. A URL with that state as JSON is converted first. */
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
