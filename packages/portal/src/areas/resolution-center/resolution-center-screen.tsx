import Alert from '@mui/material/Alert';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { resolutionCenterPageSize } from '@cfs/contracts/sizes';
import { useMemo } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { useList } from '../../lib/api/use-list.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useListState } from '../../lib/list-state.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { CreateButton, Toolbar, ToolbarSpace } from '../../ui/toolbar.tsx';
import { useOpenRow } from '../../ui/use-open-row.ts';
import { CreateRequest } from './create-request.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestDetails } from './request-details.tsx';
import { requestSet } from './request.ts';

/** The requests of the person, or of the tenant for staff, and a way to make a new one. */
export const ResolutionCenterScreen = () => {
  useDocumentTitle(shellTexts.resolutionCenter);
  const list = useListState({ sort: [{ field: 'created', direction: 'desc' }], size: resolutionCenterPageSize });
  const [query] = useAddressQuery();
  const drawer = useOpenRow('workUnitId');
  const rows = useList<ResolutionCenterUnit>(requestSet, list);
  const { open } = drawer;
  const columns = useMemo(() => requestColumns((unit) => open(String(unit.workUnitId))), [open]);
  return (
    <PageBody>
      {query['showThanksForFeedbackMessage'] !== undefined && (
        <Alert severity="success">{shellTexts.thanksForFeedback}</Alert>
      )}
      <Toolbar>
        <ToolbarSpace />
        <CreateButton label="Create Request" onClick={drawer.create} />
      </Toolbar>
      <DataTable
        label="Requests"
        columns={columns}
        rowId={(row) => String(row.workUnitId)}
        list={list}
        rows={rows}
        emptyTitle="No requests yet"
        emptyHint="Create a request when something does not work or you need something."
      />
      {drawer.isCreating ? (
        <CreateRequest onClose={drawer.close} />
      ) : (
        <RequestDetails workUnitId={drawer.openId} onClose={drawer.close} />
      )}
    </PageBody>
  );
};
