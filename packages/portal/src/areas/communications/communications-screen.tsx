import AssignmentIcon from '@mui/icons-material/AssignmentOutlined';
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import PublicIcon from '@mui/icons-material/PublicOutlined';
import { communicationExportRows } from '@cfs/contracts/communication-enumerations';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { communicationColumns } from './communication-columns.tsx';
import { CommunicationDrawer } from './communication-drawer.tsx';
import { communicationSet } from './communication-set.ts';
import type { CommunicationRow } from './communication-row.ts';
import { ReportDrawer } from './reports/report-drawer.tsx';
import { useNotifyInternal } from './use-notify-internal.ts';

const publicId = (row: CommunicationRow): string => String(row.publicWorkUnitCommunicationId);

/** Communications of every tenant that the person may see. */
export const CommunicationsScreen = () => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnitCommunications:create');
  const mayEdit = permissions.has('WorkUnitCommunications:edit');
  const drawer = useOpenRow('publicWuCommId', mayCreate);
  const external = useOpenRow('externalReport');
  const internal = useOpenRow('internalReport');
  const notifying = useNotifyInternal();
  const screen = useListScreen<CommunicationRow>({
    name: 'workunitcommunications',
    set: communicationSet,
    columns: communicationColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    expand: 'tenant',
  });
  return (
    <ListScreen
      title="Work Unit Communications"
      help="Status reports about events, for customers and for the people who work on them."
      screen={screen}
      rowId={publicId}
      searchFields="title and current impact"
      exportName="workunitcommunications.csv"
      exportLimit={communicationExportRows}
      onCreate={mayCreate && drawer.create}
      onOpen={(row) => drawer.open(publicId(row))}
      actionsWidth={152}
      rowActions={(row) => (
        <>
          {mayEdit && (
            <RowAction
              label={`Notify Internal: ${row.title}`}
              icon={<NotificationsIcon />}
              disabled={notifying.isBusy}
              onClick={() => void notifying.send(row.workUnitCommunicationId)}
            />
          )}
          <RowAction
            label={`External Report: ${row.title}`}
            icon={<PublicIcon />}
            onClick={() => external.open(publicId(row))}
          />
          <RowAction
            label={`Internal Report: ${row.title}`}
            icon={<AssignmentIcon />}
            onClick={() => internal.open(publicId(row))}
          />
          <OpenAction name={row.title} mayEdit={mayEdit} onOpen={() => drawer.open(publicId(row))} />
        </>
      )}
      emptyTitle="No communications yet"
      emptyHint="Create one when an event begins, and keep its next update in time."
    >
      <CommunicationDrawer drawer={drawer} />
      <ReportDrawer kind="external" drawer={external} />
      <ReportDrawer kind="internal" drawer={internal} />
    </ListScreen>
  );
};
