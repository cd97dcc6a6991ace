import { locationCreateSchema, locationUpdateSchema } from '@cfs/contracts/locations';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import type { LocationRow } from './location.ts';
import { LocationInputs } from './location-inputs.tsx';
import { locationSet, useSaveLocation } from './location-queries.ts';

const failure = 'A problem occurred saving the location. Please try again.';

const CreateLocation = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(locationCreateSchema, { name: '', tenantId: useTenantId() });
  const save = useSaveLocation();
  return (
    <FormDrawer
      title="Create Location"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).locationId)}
    >
      <LocationInputs isNew />
    </FormDrawer>
  );
};

interface EditLocationProps {
  readonly location: LocationRow;
  readonly onClose: () => void;
}

const EditLocation = ({ location, onClose }: EditLocationProps) => {
  const form = useZodForm(locationUpdateSchema, formValues(locationUpdateSchema, location));
  const mayEdit = usePermissions().on(location).has('Locations:edit');
  const save = useSaveLocation();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Location: ${location.name}`}
      id={location.locationId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const [fresh = location] = await fetchRows<LocationRow>(locationSet, {
          filter: equals('locationId', location.locationId),
        });
        return formValues(locationUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(await save(values, location.locationId))}
    >
      <LocationInputs />
    </FormDrawer>
  );
};

/** Creates a location, or edits the one in the URL. */
export const LocationPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const location = useOpenedRow<LocationRow>(
    locationSet,
    drawer.isCreating ? undefined : equals('locationId', drawer.openId),
  );
  if (drawer.isCreating) return <CreateLocation drawer={drawer} />;
  return drawer.openId && location ? (
    <EditLocation key={location.locationId} location={location} onClose={drawer.close} />
  ) : null;
};
