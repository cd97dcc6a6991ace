import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { checkDateOf, complianceExportRows, complianceFileName } from '@cfs/contracts/control-statuses';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { isUnreachable } from '../../lib/api/api-problem.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/use-tenant.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { ConnectionNotice } from '../../ui/feedback/connection-notice.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { LiveSearch } from '../../ui/list/live-search.tsx';
import { Page } from '../../ui/page.tsx';
import { CarryOverButton } from './carry-over-button.tsx';
import { ChecklistGrid } from './checklist-grid.tsx';
import { ChecklistSummary } from './checklist-summary.tsx';
import { controlSetSet, useChecklistQuery, useControlSets } from './compliance-queries.ts';
import { ControlDrawer } from './control-drawer.tsx';
import type { ControlRow } from './control-set.ts';
import { ImportButton } from './import-button.tsx';
import { UnsavedNotes } from './unsaved-notes.tsx';
import { useChecklist } from './use-checklist.ts';
import { useDraftsGuard } from './use-drafts-guard.ts';
import { useWeek } from './use-week.ts';
import { WeekPicker } from './week-picker.tsx';

const none: readonly ControlRow[] = [];

const matching = (controls: readonly ControlRow[], text: string): readonly ControlRow[] => {
  const wanted = text.trim().toLowerCase();
  return wanted === ''
    ? controls
    : controls.filter(({ name, title }) => `${name} ${title}`.toLowerCase().includes(wanted));
};

/** Status and notes of each control of a set in a week. */
export const ComplianceScreen = () => {
  const [address, patch] = useAddressQuery();
  const permissions = usePermissions();
  const mayEdit = permissions.has('Compliance:edit');
  const mayImport = permissions.has('Compliance:create');
  const tenantId = useTenantId();
  const selectId = useId();
  const { week, goTo } = useWeek();
  const [search, setSearch] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const sets = useControlSets();
  const chosen = sets.data?.find(({ id }) => id === address['set']) ?? sets.data?.[0];
  const about = { tenantId, controlSetId: chosen?.id ?? '', week };
  const query = useChecklistQuery(about);
  const checklist = useChecklist(about);
  useDraftsGuard(checklist);
  const drawer = useOpenRow('control', false);
  const controls = query.data?.controls ?? none;
  const wanted = useDeferredValue(search);
  const shown = useMemo(() => matching(controls, wanted), [controls, wanted]);

  const importButton = mayImport && (
    <ImportButton
      onRefused={setRefusal}
      onImported={(set) => {
        setSearch('');
        patch({ set });
      }}
    />
  );
  const error = sets.error ?? query.error;
  /** From the start, so that nothing below it moves when the control sets arrive. */
  const hasToolbar = chosen !== undefined || sets.isPending;
  const isLoading = sets.isPending || (chosen !== undefined && query.isPending);

  return (
    <Page
      title="Compliance"
      help="Status and notes of each control, week by week. In the grid arrow keys move, Enter chooses or saves and goes on to the next control."
      aside={
        <>
          {hasToolbar && mayEdit && (
            <CarryOverButton about={about} isDisabled={chosen === undefined} onDone={checklist.reload} />
          )}
          {hasToolbar && (
            <ExportButton
              key={`${about.controlSetId} ${week}`}
              isDisabled={chosen === undefined}
              label={controls.length > complianceExportRows ? 'Export first 1,000' : 'Export'}
              fileName={complianceFileName(week)}
              address={`${controlSetSet}/Export()`}
              body={{ startDate: checkDateOf(week), tenantId, controlSetId: about.controlSetId }}
              total={Math.min(controls.length, complianceExportRows)}
            />
          )}
          {hasToolbar && importButton}
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3, flexShrink: 0 }}>
        {hasToolbar && (
          <>
            <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0, maxWidth: 1 }}>
              <FormLabel htmlFor={selectId}>Control Set</FormLabel>
              <TextField
                select
                id={selectId}
                size="small"
                hiddenLabel
                fullWidth
                value={chosen?.id ?? ''}
                disabled={chosen === undefined}
                onChange={({ target }) => patch({ set: target.value })}
                slotProps={{ select: { native: true } }}
                sx={{ width: { xs: 1, sm: 320 } }}
              >
                {sets.data?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </TextField>
            </Box>
            <WeekPicker week={week} goTo={goTo} />
          </>
        )}
      </Box>
      {refusal && (
        <Alert severity="error" onClose={() => setRefusal(undefined)} sx={{ flexShrink: 0, overflowWrap: 'anywhere' }}>
          {refusal}
        </Alert>
      )}
      {query.data && isUnreachable(query.error) && (
        <ConnectionNotice updatedAt={query.dataUpdatedAt} onRetry={() => void query.refetch()} />
      )}
      <UnsavedNotes controls={controls} checklist={checklist} />
      {query.data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, flexShrink: 0 }}>
          <LiveSearch text={search} fields="control and title" onType={setSearch} />
          <ChecklistSummary controls={controls} />
        </Box>
      )}
      {error && !query.data ? (
        <FailedState error={error} onRetry={() => void (sets.error ? sets.refetch() : query.refetch())} />
      ) : isLoading ? (
        <Box role="status" aria-label="Loading" sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
          <LinearProgress aria-label="Loading the checklist" sx={{ height: 2 }} />
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} variant="rounded" height={48} />
          ))}
        </Box>
      ) : !chosen ? (
        <EmptyState
          title="No control sets yet"
          hint={
            mayImport
              ? 'Import one: an OSCAL catalogue in JSON such as NIST SP 800-53, or your own list of controls.'
              : 'Ask somebody who may create in Compliance to import one.'
          }
          action={importButton}
        />
      ) : shown.length === 0 ? (
        <EmptyState title={`No control matches "${wanted}"`} hint="Search by the name of a control or by its title." />
      ) : (
        <ChecklistGrid
          key={`${chosen.id} ${week} ${wanted}`}
          controls={shown}
          checklist={checklist}
          mayEdit={mayEdit}
          onOpen={drawer.open}
        />
      )}
      <ControlDrawer drawer={drawer} controlSetId={chosen?.id ?? ''} />
    </Page>
  );
};
