import Box from '@mui/material/Box';
import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { workUnitTypes, type Severity } from '@cfs/contracts/work-unit-enumerations';
import { workUnitPanelExpand } from '@cfs/contracts/work-unit-panel';
import type { WorkUnitFields } from '@cfs/contracts/work-units';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { useRefresh, useRow } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { saveFailure } from './save-failure.ts';
import { unitLayout, unitContainer } from '../form/unit-layout.ts';
import { WorkUnitInputs } from '../form/work-unit-inputs.tsx';
import { useDefaultSeverity } from '../work-unit-lookups.ts';
import { newWorkUnitSchema } from '../form/work-unit-rules.ts';
import { workUnitSet, type WorkUnitRow } from '../work-unit-row.ts';
import { cloneValues, isClonable } from './clone-values.ts';
import { useCreateUnit } from './use-create-unit.ts';

/**
 * Returns the planned start for the day in the URL: local midnight of `plannedDay=2026-03-02`. `undefined` if it has no
 * valid day.
 */
const plannedStart = (day: string | undefined): Pick<WorkUnitFields, 'plannedStartTime'> | undefined => {
  const start = new Date(`${day ?? ''}T00:00:00`);
  return Number.isNaN(start.getTime()) ? undefined : { plannedStartTime: start.toISOString() };
};

const isId = (id: string | undefined): id is string => id !== undefined && /^\d{1,10}$/.test(id);

interface BlankWorkUnitProps {
  readonly typeId: WorkUnitFields['workUnitTypeId'];
  readonly severityId: Severity;
  /** The unit that is cloned. */
  readonly original?: WorkUnitRow | undefined;
  readonly onClose: () => void;
}

const BlankWorkUnit = ({ typeId, severityId, original, onClose }: BlankWorkUnitProps) => {
  const [query, patch] = useAddressQuery();
  const refresh = useRefresh();
  const createUnit = useCreateUnit();
  const form = useZodForm(newWorkUnitSchema, {
    workUnitId: -1,
    title: '',
    severityId,
    stateId: 'New',
    workUnitTypeId: typeId,
    tenantId: useTenantId(),
    ...(typeId === workUnitTypes.ChangeRequest ? plannedStart(query['plannedDay']) : undefined),
    ...(isId(query['childOf']) && { relations: [{ referenceType: 'Parent' as const, referenceId: query['childOf'] }] }),
    ...(original && cloneValues(original)),
  });
  const chosenType = useWatch({ control: form.control, name: 'workUnitTypeId' });
  const ofType = useDefaultSeverity(chosenType);
  const follow = useEffectEvent((severity: Severity) => {
    const isChosen = original !== undefined || form.getFieldState('severityId').isDirty;
    if (!isChosen && chosenType !== typeId) form.resetField('severityId', { defaultValue: severity });
  });
  useEffect(() => {
    if (ofType) follow(ofType);
  }, [ofType, chosenType]);
  return (
    <FormDrawer
      title="Create Work Unit"
      openAs="workUnitId"
      form={form}
      failure={saveFailure}
      onClose={onClose}
      onSave={async (values) => {
        const saved = await createUnit(values);
        notify.success('Successfully created work unit.');
        await refresh(workUnitSet);
        patch(
          {
            workUnitId: String(saved.workUnitId),
            createType: undefined,
            plannedDay: undefined,
            cloneOf: undefined,
            childOf: undefined,
          },
          { replace: true },
        );
      }}
    >
      <Box sx={unitContainer}>
        <Box sx={unitLayout}>
          <WorkUnitInputs />
        </Box>
      </Box>
    </FormDrawer>
  );
};

/**
 * Creates a unit of the chosen type in the state New and the tenant of the URL. Its severity is the default of the
 * type, and follows the type until the user chooses one. With `cloneOf`, the form starts with the content of that unit.
 * With `childOf`, the unit becomes a child of that unit.
 */
export const CreateWorkUnit = ({ onClose }: { readonly onClose: () => void }) => {
  const [query] = useAddressQuery();
  const { cloneOf } = query;
  const isClone = isId(cloneOf);
  const typeId = Number(query['createType'] ?? workUnitTypes.Incident);
  const severityId = useDefaultSeverity(typeId);
  const { row: original, error } = useRow<WorkUnitRow>(
    workUnitSet,
    isClone ? equals('workUnitId', cloneOf) : undefined,
    workUnitPanelExpand,
  );
  if (!severityId || (isClone && original === undefined && !error)) return null;
  if (original && isClonable(original))
    return (
      <BlankWorkUnit
        typeId={original.workUnitTypeId}
        severityId={original.severityId}
        original={original}
        onClose={onClose}
      />
    );
  return (
    <BlankWorkUnit typeId={typeId as WorkUnitFields['workUnitTypeId']} severityId={severityId} onClose={onClose} />
  );
};
