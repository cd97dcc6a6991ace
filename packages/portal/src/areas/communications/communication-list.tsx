import AssignmentIcon from '@mui/icons-material/AssignmentOutlined';
import NotificationsIcon from '@mui/icons-material/NotificationsOutlined';
import SubscribersIcon from '@mui/icons-material/MarkEmailReadOutlined';
import PublicIcon from '@mui/icons-material/PublicOutlined';
import Button from '@mui/material/Button';
import { communicationExportRows } from '@cfs/contracts/communication-enumerations';
import type { ReactNode } from 'react';
import { usePermissions } from '../../lib/permissions.tsx';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { OpenAction } from '../../ui/grid/open-action.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { ListScreenState } from '../../ui/list/use-list-screen.ts';
import { CommunicationDrawer } from './communication-drawer.tsx';
import type { CommunicationRow } from './communication-row.ts';
import { ReportDrawer } from './reports/report-drawer.tsx';
import { SubscribersDrawer } from './subscribers/subscribers-drawer.tsx';
import { useNotifyInternal } from './use-notify-internal.ts';

const publicId = (row: CommunicationRow): string => String(row.publicWorkUnitCommunicationId);

interface CommunicationListProps {
  readonly screen: ListScreenState<CommunicationRow>;
  /** Content to the right of the title. */
  readonly aside: ReactNode;
  /** Content between the title and the list. */
  readonly above?: ReactNode;
}

/** The communications of all tenants that the person may see, with the actions that are permitted for each. */
export const CommunicationList = ({ screen, aside, above }: CommunicationListProps) => {
  const permissions = usePermissions();
  const mayCreate = permissions.has('WorkUnitCommunications:create');
  const mayEdit = permissions.has('WorkUnitCommunications:edit');
  const drawer = useOpenRow('publicWuCommId', mayCreate);
  const external = useOpenRow('externalReport');
  const internal = useOpenRow('internalReport');
  const subscribers = useOpenRow('subscribers', true);
  const notifying = useNotifyInternal();
  return (
    <ListScreen
      title="Work Unit Communications"
      help="Status reports about events, for customers and for the people who work on them."
      aside={aside}
      above={above}
      screen={screen}
      rowId={publicId}
      searchFields="title and current impact"
      exportName="workunitcommunications.csv"
      exportLimit={communicationExportRows}
      onCreate={mayCreate && drawer.create}
      commands={
        <Button startIcon={<SubscribersIcon />} onClick={subscribers.create}>
          Subscribers
        </Button>
      }
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
      emptyHint="Create one when an event begins, and update it before its next update is due."
    >
      <CommunicationDrawer drawer={drawer} />
      <SubscribersDrawer drawer={subscribers} />
      <ReportDrawer kind="external" drawer={external} />
      <ReportDrawer kind="internal" drawer={internal} />
    </ListScreen>
  );
};
