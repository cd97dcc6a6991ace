import { workUnitPanelExpand } from '@cfs/contracts/work-unit-panel';
import type { WorkUnit } from '@cfs/contracts/work-units';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import { equals } from '../../../lib/api/odata-filter.ts';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { editsOf } from '../../../lib/forms/edits.ts';
import { notify } from '../../../lib/notify.ts';
import { patchOf } from '../../../lib/forms/patch.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { useStableCallback } from '../../../lib/timing/use-stable-callback.ts';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import { UnsavedPartsProvider, useUnsavedParts } from '../../../ui/forms/unsaved-parts.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { ChangeTypeMenu } from './change-type-menu.tsx';
import { voidedText } from '../approvals/decision.ts';
import { manualActionsKey } from '../manual-actions/manual-action-queries.ts';
import { PresenceAvatars } from '../presence/presence-avatars.tsx';
import { saveFailure } from './save-failure.ts';
import { useDecide } from '../approvals/use-decide.ts';
import { useOthersOnUnit } from '../presence/use-others-on-unit.ts';
import { WorkUnitInputs } from '../form/work-unit-inputs.tsx';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';
import { editedWorkUnitSchema } from '../form/work-unit-rules.ts';
import { UnitCommands } from './unit-commands.tsx';
import { usePatchUnit } from './use-patch-unit.ts';
import { keepInPanels } from './unit-panel-query.ts';
import { UnitSteps } from './unit-steps.tsx';
import { WorkUnitTabs } from './work-unit-tabs.tsx';
import { valuesOf } from '../form/work-unit-values.ts';
import { workUnitHistoryKey } from '../history/work-unit-history-queries.ts';
import type { UnitOrder } from './unit-order.ts';

interface EditWorkUnitProps {
  readonly workUnit: WorkUnitRow;
  /** Whether the unit was fetched for this panel; a prefetched one may have changed since. */
  readonly isPresent: boolean;
  /** The query parameter that opens the panel. */
  readonly openAs: string;
  readonly onClose: () => void;
  /** The list next to the panel; absent if there is none. */
  readonly order?: UnitOrder | undefined;
}

/** Edits a unit with a patch of the changed fields, each tested against the value that the user saw. */
export const EditWorkUnit = ({ workUnit, isPresent, openAs, onClose, order }: EditWorkUnitProps) => {
  const { workUnitId, publicWorkUnitId } = workUnit;
  const [seen, setSeen] = useState(workUnit);
  const latest = useRef(seen);
  useEffect(() => {
    // The effect of an earlier render may run after a newer response was kept.
    if (seen.modified >= latest.current.modified) latest.current = seen;
  });
  const [hasSettled, setSettled] = useState(isPresent);
  const mayEdit = usePermissions().has('WorkUnits:edit');
  const refresh = useRefresh();
  const client = useQueryClient();
  const schema = useMemo(() => editedWorkUnitSchema(valuesOf(seen)), [seen]);
  const form = useZodForm(schema, valuesOf(workUnit));
  /** The values that the user saw of fields that are being edited and were changed elsewhere. */
  const overtaken = useRef<Readonly<Record<string, unknown>>>({});
  const typeId = useWatch({ control: form.control, name: 'workUnitTypeId' });
  const unsaved = useUnsavedParts();
  const patchUnit = usePatchUnit();
  const header = useRef<HTMLElement>(null);

  /** Keeps the newer of the seen and the saved unit: responses to concurrent calls arrive in any order. */
  const keep = (saved: WorkUnit): WorkUnitRow => {
    const before = latest.current;
    const now = saved.modified < before.modified ? before : { ...before, ...saved };
    latest.current = now;
    setSeen(now);
    keepInPanels(client, now);
    return now;
  };
  const take = async (saved: WorkUnit): Promise<void> => {
    const now = keep(saved);
    overtaken.current = {};
    form.reset(valuesOf(now));
    await refresh(workUnitSet, workUnitHistoryKey, manualActionsKey);
  };
  const { isDirty, isSubmitting, dirtyFields } = form.formState;
  /**
   * Shows the unit, except for fields that are being edited. Saving one that another user has changed is a conflict.
   */
  const showKeepingEdits = (before: WorkUnitRow, now: WorkUnitRow): void => {
    const changed = editsOf(valuesOf(now), valuesOf(before)).map(({ name, mine }) => [name, mine] as const);
    const bases = Object.entries({ ...Object.fromEntries(changed), ...overtaken.current });
    overtaken.current = Object.fromEntries(bases.filter(([name]) => name in dirtyFields));
    form.reset({ ...valuesOf(now), ...overtaken.current }, { keepDirtyValues: true, keepDirty: true });
  };
  /** Shows the unit that a command outside of the form saved, and keeps unsaved edits. */
  const mergeSaved = useStableCallback((saved: WorkUnit): void => {
    const before = latest.current;
    showKeepingEdits(before, keep(saved));
  });
  const takeWatchers = useStableCallback((watchers: NonNullable<WorkUnitRow['watchers']>): void => {
    latest.current = { ...latest.current, watchers };
    setSeen(latest.current);
  });
  const fetchFresh = async (): Promise<WorkUnitRow> => {
    const filter = equals('workUnitId', workUnitId);
    const [fresh = seen] = await fetchRows<WorkUnitRow>(workUnitSet, { filter, expand: workUnitPanelExpand });
    setSeen(fresh);
    void refresh(workUnitSet, manualActionsKey);
    return fresh;
  };
  const deciding = useDecide({
    workUnit: seen,
    // Keeps what is typed during the request.
    onDecided: async (saved) => {
      mergeSaved(saved);
      await refresh(workUnitSet, workUnitHistoryKey, manualActionsKey);
    },
    onRefused: async () => {
      const before = latest.current;
      showKeepingEdits(before, await fetchFresh());
    },
  });
  const decidable = useMemo(() => ({ workUnit: seen, deciding }), [seen, deciding]);
  const isEditing = isDirty || unsaved.isAny;
  const isSaving = isSubmitting || unsaved.isSaving;
  // The fetched unit replaces the prefetched one, unless it has been edited.
  if (isPresent && !hasSettled) {
    setSettled(true);
    if (!isEditing) setSeen(workUnit);
  }
  const [shownFirst] = useState(workUnit);
  const showPresent = useEffectEvent((): void => {
    if (!isEditing && seen === workUnit && workUnit !== shownFirst) form.reset(valuesOf(workUnit));
  });
  const [wasPrefetched] = useState(!isPresent);
  useEffect(() => {
    if (wasPrefetched && hasSettled) showPresent();
  }, [wasPrefetched, hasSettled]);
  const { others, news } = useOthersOnUnit({
    seen,
    isEditing,
    isChanging: deciding.isBusy,
  });
  return (
    <UnsavedPartsProvider value={unsaved.report}>
      <FormDrawer
        title={`Edit Work Unit #${publicWorkUnitId}: ${seen.title}`}
        id={String(publicWorkUnitId)}
        openAs={openAs}
        form={form}
        failure={saveFailure}
        isReadOnly={!mayEdit}
        isBeside={order !== undefined}
        status={
          <Box ref={header} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <PresenceAvatars others={others} />
            <UnitCommands
              workUnit={seen}
              place={header}
              onAssigned={mayEdit ? mergeSaved : undefined}
              onWatchers={takeWatchers}
            />
            {order && (
              <UnitSteps
                workUnitId={workUnitId}
                order={order}
                place={header}
                isSaving={isSaving}
                isSavingNow={unsaved.isSavingNow}
              />
            )}
          </Box>
        }
        hasOtherChanges={unsaved.isAny}
        newerVersion={news}
        onClose={onClose}
        onReload={async () => {
          const fresh = await fetchFresh();
          overtaken.current = {};
          return valuesOf(fresh);
        }}
        onSave={async (values) => {
          const operations = patchOf({ ...seen, ...overtaken.current }, values);
          if (operations.length === 0) return;
          const saved = await patchUnit(workUnitId, operations);
          const voided = voidedText(seen, saved);
          if (voided !== undefined) notify.warning(voided);
          else notify.success(`Work unit #${publicWorkUnitId} saved.`);
          await take(saved);
        }}
        extra={
          mayEdit && (
            <ChangeTypeMenu
              typeId={typeId}
              workUnit={seen}
              onMerged={mergeSaved}
              onMigrate={() => {
                form.setValue('workUnitTypeId', workUnitTypes.ChangeRequest, { shouldDirty: true });
                notify.info('Complete the fields of the Change Request, then save.');
              }}
            />
          )
        }
        around={(fields) => <WorkUnitTabs workUnit={seen} form={fields} onChanged={mergeSaved} />}
      >
        <WorkUnitInputs decidable={decidable} />
      </FormDrawer>
    </UnsavedPartsProvider>
  );
};
