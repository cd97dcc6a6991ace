import Box from '@mui/material/Box';
import type { ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { requestPanelHeight } from '@cfs/contracts/sizes';
import { useEffect } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRow } from '../../lib/api/use-list.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { HasLeftProvider } from '../../ui/forms/has-left.ts';
import { UnsavedPartsProvider, useUnsavedParts } from '../../ui/forms/unsaved-parts.ts';
import { numberOfId } from '../../ui/drawers/use-opened-row.ts';
import { useUnsavedGuard } from '../../ui/forms/use-unsaved-guard.ts';
import { RequestFacts } from './request-facts.tsx';
import { RequestNotes } from './request-notes.tsx';
import { useOpenableRequest } from './use-openable-request.ts';
import { requestSet } from './request.ts';

interface OpenedRequestProps {
  readonly request: ResolutionCenterUnit;
  readonly onClose: () => void;
}

/** A request with its notes; closing it asks for confirmation while a note is unsaved. */
const OpenedRequest = ({ request, onClose }: OpenedRequestProps) => {
  const unsaved = useUnsavedParts();
  const guard = useUnsavedGuard({
    hasChanges: false,
    hasOtherChanges: unsaved.isAny,
    isSaving: () => false,
    openAs: 'workUnitId',
    onClose,
  });
  return (
    <UnsavedPartsProvider value={unsaved.report}>
      <SidePanel
        title={`#${request.publicWorkUnitId}: ${request.title}`}
        id={String(request.publicWorkUnitId)}
        maxHeight={requestPanelHeight}
        onClose={guard.close}
      >
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
          <RequestFacts request={request} />
          <HasLeftProvider value={guard.hasLeft}>
            <RequestNotes request={request} />
          </HasLeftProvider>
        </Box>
      </SidePanel>
    </UnsavedPartsProvider>
  );
};

interface RequestDetailsProps {
  readonly workUnitId: string;
  readonly onClose: () => void;
}

/**
 * Shows the request in the URL with its notes, and an input for new ones. If several requests were merged into one,
 * mails of that one link to it; the authors of merged requests are redirected to their own request. Shows an empty
 * state if there is no such request that the user may see.
 */
export const RequestDetails = ({ workUnitId, onClose }: RequestDetailsProps) => {
  const patch = useAddressQuery()[1];
  const { row, error, retry } = useRow<ResolutionCenterUnit>(requestSet, equals('workUnitId', numberOfId(workUnitId)));
  const openable = useOpenableRequest(row === null ? numberOfId(workUnitId) || undefined : undefined);
  const found = openable.data?.workUnitId;
  const otherId = found === numberOfId(workUnitId) ? undefined : found;
  useEffect(() => {
    if (otherId != null) patch({ workUnitId: String(otherId) }, { replace: true });
  }, [patch, otherId]);
  if (row) return <OpenedRequest key={row.workUnitId} request={row} onClose={onClose} />;
  if ((row === undefined && !error) || (row === null && (openable.isLoading || otherId != null))) return null;
  return (
    <SidePanel title={`Request #${workUnitId}`} maxHeight={requestPanelHeight} onClose={onClose}>
      {error ? (
        <FailedState error={error} onRetry={retry} />
      ) : (
        <EmptyState title="No such request" hint="It is not one of yours, or its number is wrong." />
      )}
    </SidePanel>
  );
};
