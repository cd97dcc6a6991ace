import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { pollIntervals } from '@cfs/contracts/sizes';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useList } from '../../lib/api/use-list.ts';
import { useListState } from '../../lib/list-state.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { CreateWorkUnitMenu } from './create-work-unit-menu.tsx';
import { useAcknowledge } from './use-acknowledge.ts';
import { workUnitColumns } from './work-unit-columns.tsx';
import { WorkUnitFilterBar } from './work-unit-filter-bar.tsx';
import { filterOf, readWorkUnitFilter } from './work-unit-filter.ts';
import { workUnitListQuery, workUnitSet, type WorkUnitListRow } from './work-unit-row.ts';

/** Forms are loaded when the first one opens: a list does without them. */
const WorkUnitPanel = lazy(async () => ({ default: (await import('./work-unit-panel.tsx')).WorkUnitPanel }));

const defaultSort = [
  { field: 'severityId', direction: 'asc' },
  { field: 'created', direction: 'desc' },
] as const;

export const WorkUnitsScreen = () => {
  const list = useListState({ sort: defaultSort });
  const [query, patch] = useAddressQuery();
  const [isAutomatic, setAutomatic] = useState(true);
  const permissions = usePermissions();
  const acknowledge = useAcknowledge();
  const filter = readWorkUnitFilter(query['states'], query['type']);
  const openId = query['workUnitId'] ?? query['publicWorkUnitId'];
  const rows = useList<WorkUnitListRow>(workUnitSet, list, {
    filter: filterOf(filter),
    ...workUnitListQuery,
    poll: pollIntervals.workUnits,
    pollPaused: !isAutomatic || openId !== undefined,
  });
  const mayEdit = permissions.has('WorkUnits:edit');
  const columns = useMemo(
    () =>
      workUnitColumns({
        onOpen: ({ workUnitId }) => patch({ workUnitId: String(workUnitId) }),
        onAcknowledge: mayEdit && acknowledge ? (workUnit) => void acknowledge(workUnit) : undefined,
      }),
    [patch, mayEdit, acknowledge],
  );
  return (
    <Page
      title={openId && openId !== 'new' ? `WU #${openId}` : 'Work Units'}
      help="Incidents, change requests and intake of every tenant that you may see."
    >
      <Toolbar>
        <WorkUnitFilterBar list={list} filter={filter} />
        <ToolbarSpace />
        <FormControlLabel
          label="Auto-refresh"
          slotProps={{ typography: { variant: 'body2' } }}
          control={<Switch size="small" checked={isAutomatic} onChange={(_, isOn) => setAutomatic(isOn)} />}
        />
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          fields="title, reference, description, tenant, assignee, id, and the stakeholder's name, phone and email"
        />
        {permissions.has('WorkUnits:create') && (
          <CreateWorkUnitMenu onChosen={(typeId) => patch({ workUnitId: 'new', createType: String(typeId) })} />
        )}
      </Toolbar>
      <DataTable
        label="Work units"
        columns={columns}
        rowId={(row) => String(row.workUnitId)}
        list={list}
        rows={rows}
        emptyTitle="No work units here"
        emptyHint="Nothing matches the chips above. Take one away to see more."
      />
      {openId && (
        <Suspense>
          <WorkUnitPanel
            openId={openId}
            onClose={() =>
              patch({ workUnitId: undefined, publicWorkUnitId: undefined, createType: undefined, tab: undefined })
            }
          />
        </Suspense>
      )}
    </Page>
  );
};
