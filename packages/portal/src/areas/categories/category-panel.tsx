import { categoryCreateSchema, categoryUpdateSchema } from '@cfs/contracts/categories';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { numberOfId, useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { CategoryInputs } from './category-inputs.tsx';
import { categorySet, useSaveCategory } from './category-queries.ts';
import type { CategoryRow } from './category.ts';

const failure = 'A problem occurred saving the category. Please try again.';

const CreateCategory = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(categoryCreateSchema, {
    name: '',
    tenantId: useTenantId(),
    isEnabled: true,
    isVisibleInResolutionCenter: false,
  });
  const save = useSaveCategory();
  return (
    <FormDrawer
      title="Create Category"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created(String((await save(values)).workUnitCategoryId))}
    >
      <CategoryInputs isNew />
    </FormDrawer>
  );
};

interface EditCategoryProps {
  readonly category: CategoryRow;
  readonly onClose: () => void;
}

const EditCategory = ({ category, onClose }: EditCategoryProps) => {
  const { workUnitCategoryId, name } = category;
  const form = useZodForm(categoryUpdateSchema, formValues(categoryUpdateSchema, category));
  const mayEdit = usePermissions().has('WorkUnits.Categories:edit');
  const save = useSaveCategory();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Category: ${name}`}
      id={String(workUnitCategoryId)}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const filter = equals('workUnitCategoryId', workUnitCategoryId);
        const [fresh = category] = await fetchRows<CategoryRow>(categorySet, { filter });
        return formValues(categoryUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(categoryUpdateSchema, await save(values, workUnitCategoryId)))}
    >
      <CategoryInputs />
    </FormDrawer>
  );
};

/** Creates a category, or edits the one in the URL. */
export const CategoryPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const id = drawer.isCreating ? undefined : numberOfId(drawer.openId);
  const category = useOpenedRow<CategoryRow>(categorySet, equals('workUnitCategoryId', id));
  if (drawer.isCreating) return <CreateCategory drawer={drawer} />;
  if (!drawer.openId || !category) return null;
  return <EditCategory key={category.workUnitCategoryId} category={category} onClose={drawer.close} />;
};
