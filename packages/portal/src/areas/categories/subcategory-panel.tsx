import { subcategoryCreateSchema, subcategoryUpdateSchema, type Subcategory } from '@cfs/contracts/categories';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { numberOfId, useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { subcategorySet, useSaveSubcategory } from './category-queries.ts';

const failure = 'A problem occurred saving the subcategory. Please try again.';

const inputs = (
  <FieldGrid>
    <TextInput name="name" label="Name" required />
    <SwitchInput name="isEnabled" label="Enabled" />
  </FieldGrid>
);

interface SubcategoryPanelProps {
  readonly drawer: OpenRow;
  /** The category of a new subcategory. */
  readonly workUnitCategoryId: number;
}

const CreateSubcategory = ({ drawer, workUnitCategoryId }: SubcategoryPanelProps) => {
  const form = useZodForm(subcategoryCreateSchema, { name: '', workUnitCategoryId, isEnabled: true });
  const save = useSaveSubcategory();
  return (
    <FormDrawer
      title="Create Subcategory"
      openAs="subcategory"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created(String((await save(values)).workUnitSubcategoryId))}
    >
      {inputs}
    </FormDrawer>
  );
};

interface EditSubcategoryProps {
  readonly subcategory: Subcategory;
  readonly onClose: () => void;
}

const EditSubcategory = ({ subcategory, onClose }: EditSubcategoryProps) => {
  const { workUnitSubcategoryId, name } = subcategory;
  const form = useZodForm(subcategoryUpdateSchema, formValues(subcategoryUpdateSchema, subcategory));
  const mayEdit = usePermissions().on(subcategory).has('WorkUnits.Subcategories:edit');
  const save = useSaveSubcategory();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Subcategory: ${name}`}
      openAs="subcategory"
      id={String(workUnitSubcategoryId)}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const filter = equals('workUnitSubcategoryId', workUnitSubcategoryId);
        const [fresh = subcategory] = await fetchRows<Subcategory>(subcategorySet, { filter });
        return formValues(subcategoryUpdateSchema, fresh);
      }}
      onSave={async (values) =>
        form.reset(formValues(subcategoryUpdateSchema, await save(values, workUnitSubcategoryId)))
      }
    >
      {inputs}
    </FormDrawer>
  );
};

/** Creates a subcategory of a category, or edits the one in the URL. */
export const SubcategoryPanel = ({ drawer, workUnitCategoryId }: SubcategoryPanelProps) => {
  const id = drawer.isCreating ? undefined : numberOfId(drawer.openId);
  const subcategory = useOpenedRow<Subcategory>(subcategorySet, equals('workUnitSubcategoryId', id));
  if (drawer.isCreating) return <CreateSubcategory drawer={drawer} workUnitCategoryId={workUnitCategoryId} />;
  if (!drawer.openId || !subcategory) return null;
  return <EditSubcategory key={drawer.openId} subcategory={subcategory} onClose={drawer.close} />;
};
