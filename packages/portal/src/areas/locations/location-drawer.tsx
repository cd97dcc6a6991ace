import { fetchRows } from '../../lib/api/odata-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { useRow } from '../../lib/api/use-list.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/use-tenant.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import type { OpenRow } from '../../ui/use-open-row.ts';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { locationSchema, type LocationInput, type LocationRow } from './location.ts';
import { LocationInputs } from './location-inputs.tsx';
import { locationSet, useSaveLocation } from './location-queries.ts';

const failure = 'A problem occurred saving the location. Please try again.';

interface OpenLocationProps {
  readonly drawer: OpenRow;
  readonly known?: LocationRow;
}

const OpenLocation = ({ drawer, known }: OpenLocationProps) => {
  const tenantId = useTenantId();
  const permissions = usePermissions();
  const save = useSaveLocation();
  const form = useZodForm(locationSchema, known ?? { name: '', tenantId });
  const reload = async (): Promise<LocationInput> => {
    const [fresh] = await fetchRows<LocationRow>(locationSet, { filter: equals('locationId', known?.locationId) });
    return fresh ?? form.getValues();
  };
  return (
    <FormDrawer
      title={known ? `Edit Location: ${known.name}` : 'Create Location'}
      id={known?.locationId}
      form={form}
      failure={failure}
      isReadOnly={!permissions.has(known ? 'Locations:edit' : 'Locations:create')}
      onClose={drawer.close}
      onReload={known && reload}
      onSave={async (values) => {
        const saved = await save(values, known);
        if (!known) drawer.open(saved.locationId);
      }}
    >
      <LocationInputs isNew={!known} />
    </FormDrawer>
  );
};

/** Creates a location, or edits the one that the address names. */
export const LocationDrawer = ({ drawer }: { readonly drawer: OpenRow }) => {
  const known = useRow<LocationRow>(locationSet, drawer.isCreating ? undefined : equals('locationId', drawer.openId));
  if (drawer.isCreating) return <OpenLocation drawer={drawer} />;
  return drawer.openId && known ? <OpenLocation key={known.locationId} drawer={drawer} known={known} /> : null;
};
