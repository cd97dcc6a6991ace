import { workUnitTypeUpdateSchema } from '@cfs/contracts/categories';
import { severities } from '@cfs/contracts/work-unit-enumerations';
import { typeLabel } from '@cfs/contracts/work-unit-type-label';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { EnumInput } from '../../ui/fields/enum-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { numberOfId, useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { typeSet, useSaveType } from './category-queries.ts';
import type { WorkUnitTypeRow } from './category.ts';

interface EditTypeProps {
  readonly type: WorkUnitTypeRow;
  readonly onClose: () => void;
}

const EditType = ({ type, onClose }: EditTypeProps) => {
  const { workUnitTypeId, name } = type;
  const form = useZodForm(workUnitTypeUpdateSchema, formValues(workUnitTypeUpdateSchema, type));
  const save = useSaveType();
  return (
    <FormDrawer
      title={`Edit Work Unit Type: ${typeLabel(name)}`}
      id={String(workUnitTypeId)}
      form={form}
      failure="A problem occurred saving the work unit type. Please try again."
      onClose={onClose}
      onReload={async () => {
        const filter = equals('workUnitTypeId', workUnitTypeId);
        const [fresh = type] = await fetchRows<WorkUnitTypeRow>(typeSet, { filter });
        return formValues(workUnitTypeUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(workUnitTypeUpdateSchema, await save(values, workUnitTypeId)))}
    >
      <FieldGrid>
        <EnumInput
          name="defaultSeverityId"
          label="Default Severity"
          enumeration={severities}
          wire="names"
          emptyLabel="None"
          help="The severity of a new work unit of this type; Sev0 if it is not set."
        />
        <SwitchInput name="isHidden" label="Hidden when creating a work unit" />
      </FieldGrid>
    </FormDrawer>
  );
};

/** Edits the defaults of the type in the URL. */
export const TypePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const type = useOpenedRow<WorkUnitTypeRow>(typeSet, equals('workUnitTypeId', numberOfId(drawer.openId)));
  if (!drawer.openId || !type) return null;
  return <EditType key={type.workUnitTypeId} type={type} onClose={drawer.close} />;
};
