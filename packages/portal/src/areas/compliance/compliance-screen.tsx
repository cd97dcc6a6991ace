import { isGuid } from '@cfs/contracts/guid';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import {
  checkDateOf,
  complianceExportRows,
  complianceFileName,
  controlStatusLabels,
} from '@cfs/contracts/control-statuses';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Suspense, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import { useAddressQuery } from '../../lib/address-query.ts';
import { isUnreachable } from '../../lib/api/api-problem.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { useOpenRow } from '../../ui/drawers/use-open-row.ts';
import { ConnectionNotice } from '../../ui/feedback/connection-notice.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { ExportButton } from '../../ui/list/export-button.tsx';
import { LiveSearch } from '../../ui/list/live-search.tsx';
import { Page } from '../../ui/page.tsx';
import { AssessmentResultsButton } from './assessment-results-button.tsx';
import { CarryOverButton } from './carry-over-button.tsx';
import { ChecklistGrid } from './checklist-grid.tsx';
import { ChecklistSummary } from './checklist-summary.tsx';
import { controlSetSet, useChecklistQuery, useControlSets, useFirstChecklist } from './compliance-queries.ts';
import { ControlDrawer } from './control-drawer.tsx';
import type { ControlRow } from './control-set.ts';
import { ImportButton } from './import-button.tsx';
import { matchingControls } from './matching-controls.ts';
import { RetireButton } from './retire-button.tsx';
import { UnsavedNotes } from './unsaved-notes.tsx';
import { useChecklist } from './use-checklist.ts';
import { useDraftsGuard } from './use-drafts-guard.ts';
import { statusOfAddress, useStatusFilter } from './use-status-filter.ts';
import { thisWeek, useWeek } from './use-week.ts';
import { WeekPicker } from './week-picker.tsx';

const none: readonly ControlRow[] = [];

/** Loaded when the weeks are first opened. */
const WeeksView = lazyPart(async () => (await import('./weeks/weeks-view.tsx')).WeeksView);

/** The status and the notes of each control of a set in a week. */
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
  const [isForEvidence, setForEvidence] = useState(false);
  const [startAt, setStartAt] = useState<string>();
  const clearStart = useCallback(() => setStartAt(undefined), []);
  const showsWeeks = address['view'] === 'weeks';
  const sets = useControlSets();
  const chosen = sets.data?.find(({ id }) => id === address['set']) ?? sets.data?.[0];
  /** The control set of the URL, known before the control sets are loaded: its checklist is loaded in parallel. */
  const asked = sets.isPending && isGuid(address['set'] ?? '') ? address['set'] : undefined;
  const about = { tenantId, controlSetId: chosen?.id ?? asked ?? '', week };
  const readsFirst = useFirstChecklist(about, sets.isPending && asked === undefined);
  const query = useChecklistQuery(about, readsFirst);
  const checklist = useChecklist(about);
  useDraftsGuard(checklist);
  const drawer = useOpenRow('control', false);
  const openDrawer = drawer.open;
  const openControl = useCallback(
    (controlId: string) => {
      setForEvidence(false);
      openDrawer(controlId);
    },
    [openDrawer],
  );
  const openEvidence = useCallback(
    (controlId: string) => {
      setForEvidence(true);
      openDrawer(controlId);
    },
    [openDrawer],
  );
  const controls = query.data?.controls ?? none;
  const wanted = useDeferredValue(search);
  const status = statusOfAddress(address['status']);
  const ofStatus = useStatusFilter(controls, status, `${about.controlSetId} ${week}`);
  const shown = useMemo(() => matchingControls(ofStatus, wanted), [ofStatus, wanted]);

  const importButton = mayImport && (
    <ImportButton
      onRefused={setRefusal}
      onImported={(set) => {
        setSearch('');
        patch({ set });
      }}
    />
  );
  /** Opens the checklist of a week from the heat map and focuses the control. */
  const showInWeek = (ofWeek: string, controlId: string): void => {
    setSearch('');
    setStartAt(controlId);
    patch({ week: ofWeek === thisWeek() ? undefined : ofWeek, view: undefined, weeks: undefined, status: undefined });
  };
  const error = sets.error ?? query.error;
  /** True while loading, too, so that the content below does not move when the control sets arrive. */
  const hasToolbar = chosen !== undefined || sets.isPending;
  const isLoading = sets.isPending || (chosen !== undefined && query.isPending);

  return (
    <Page
      title="Compliance"
      help="Status and notes of each control, week by week. In the grid arrow keys move, Enter chooses or saves and moves to the next control."
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
          {hasToolbar && (
            <AssessmentResultsButton key={about.controlSetId} about={about} isDisabled={chosen === undefined} />
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
            {chosen && permissions.on(chosen).has('Compliance:delete') && (
              <RetireButton key={chosen.id} set={chosen} onRetired={() => patch({ set: undefined })} />
            )}
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
      {hasToolbar && (
        <Tabs
          value={showsWeeks ? 'weeks' : 'checklist'}
          onChange={(_, view: string) => patch({ view: view === 'weeks' ? view : undefined, weeks: undefined })}
          aria-label="Views of the control set"
          sx={{
            flexShrink: 0,
            minHeight: 36,
            borderBottom: 1,
            borderColor: 'divider',
            '& .MuiTab-root': { minHeight: 36 },
          }}
        >
          <Tab value="checklist" label="Checklist" />
          <Tab value="weeks" label="Weeks" />
        </Tabs>
      )}
      {query.data && !showsWeeks && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, flexShrink: 0 }}>
          <LiveSearch text={search} fields="control and title" onType={setSearch} />
          <ChecklistSummary
            controls={controls}
            chosen={status}
            onChoose={(chosenStatus) => patch({ status: chosenStatus })}
          />
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
              : 'Ask a person with the permission Compliance:create to import one.'
          }
          action={importButton}
        />
      ) : showsWeeks ? (
        <Suspense>
          <WeeksView about={about} onChosen={showInWeek} />
        </Suspense>
      ) : shown.length === 0 ? (
        <EmptyState
          title={
            ofStatus.length === 0 && status
              ? `No control has the status "${controlStatusLabels[status]}"`
              : `No control matches "${wanted}"`
          }
          hint={
            ofStatus.length === 0
              ? 'Press the status above again to see all controls.'
              : 'Search by the name of a control or by its title.'
          }
        />
      ) : (
        <ChecklistGrid
          key={`${chosen.id} ${week} ${status} ${wanted}`}
          controls={shown}
          checklist={checklist}
          mayEdit={mayEdit}
          onOpen={openControl}
          onOpenEvidence={openEvidence}
          startAt={startAt}
          onStarted={clearStart}
        />
      )}
      <ControlDrawer
        drawer={drawer}
        about={about}
        controls={controls}
        checklist={checklist}
        mayEdit={mayEdit}
        isForEvidence={isForEvidence}
      />
    </Page>
  );
};
