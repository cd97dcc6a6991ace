import Alert from '@mui/material/Alert';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { makeRequests } from '@cfs/contracts/permissions';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { resolutionCenterPageSize } from '@cfs/contracts/sizes';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { ListView } from '../../ui/list/list-view.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { useListScreen } from '../../ui/list/use-list-screen.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { requestColumns } from './request-columns.tsx';
import { RequestDrawer } from './request-drawer.tsx';
import { requestSet } from './request.ts';

const workUnitId = (row: ResolutionCenterUnit): string => String(row.workUnitId);

/** The requests of the user, or of the tenant for staff, with a button to create one. */
export const ResolutionCenterScreen = () => {
  useDocumentTitle(shellTexts.resolutionCenter);
  const [query] = useAddressQuery();
  const mayCreate = usePermissions().hasAny(...makeRequests);
  const drawer = useOpenRow('workUnitId', mayCreate);
  const screen = useListScreen<ResolutionCenterUnit>({
    name: 'resolutioncenter',
    set: requestSet,
    columns: requestColumns,
    sort: [{ field: 'created', direction: 'desc' }],
    size: resolutionCenterPageSize,
  });
  return (
    <PageBody>
      {query['showThanksForFeedbackMessage'] !== undefined && (
        <Alert severity="success">{shellTexts.thanksForFeedback}</Alert>
      )}
      <ListView
        label="Requests"
        screen={screen}
        rowId={workUnitId}
        searchFields="number, title, description and resolution"
        exportName="requests.csv"
        createLabel="Create Request"
        onCreate={mayCreate && drawer.create}
        onOpen={(row) => drawer.open(workUnitId(row))}
        emptyTitle="No requests yet"
        emptyHint={mayCreate ? 'Create a request when something does not work or you need something.' : undefined}
      />
      <RequestDrawer drawer={drawer} />
    </PageBody>
  );
};
