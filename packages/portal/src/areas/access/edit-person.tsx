import { personUpdateSchema, type Person } from '@cfs/contracts/access-people';
import { useAddressQuery } from '../../lib/address-query.ts';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { formatDate } from '../../lib/texts/dates.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { personSet, useSavePerson } from './access-queries.ts';
import { savePersonFailure } from './person.ts';
import { PersonAccess } from './person-access.tsx';
import { PersonGrants } from './person-grants.tsx';

interface EditPersonProps {
  readonly person: Person;
  readonly onAddGrant: () => void;
  readonly onClose: () => void;
}

export const EditPerson = ({ person, onAddGrant, onClose }: EditPersonProps) => {
  const { userId, mail, provider, firstSignIn } = person;
  const [query, patch] = useAddressQuery();
  const form = useZodForm(personUpdateSchema, formValues(personUpdateSchema, person));
  // A person belongs to no single tenant, so that changes need the permission in all tenants.
  const mayEdit = usePermissions().on({ tenantId: null }).has('Settings:edit');
  const save = useSavePerson();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit Person' : 'Person'}: ${person.name}`}
      id={userId}
      form={form}
      failure={savePersonFailure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const [fresh = person] = await fetchRows<Person>(personSet, { filter: equals('userId', userId) });
        return formValues(personUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(personUpdateSchema, await save(values, userId)))}
      around={(fields) => (
        <PanelTabs
          label="Person"
          value={query['panel']}
          onChange={(panel) => patch({ panel }, { replace: true })}
          tabs={[
            { key: 'details', label: 'Details', content: fields },
            { key: 'grants', label: 'Grants', content: <PersonGrants userId={userId} onAdd={onAddGrant} /> },
            { key: 'why', label: 'Why?', content: <PersonAccess person={person} /> },
          ]}
        />
      )}
    >
      <FieldGrid>
        <TextInput name="name" label="Name" required />
        <FixedValue label="Mail" value={mail} />
        <FixedValue label="Provider" value={provider} />
        <FixedValue label="First Sign-in" value={firstSignIn === null ? 'Not yet' : formatDate(firstSignIn)} />
        <SwitchInput name="enabled" label="May sign in" />
      </FieldGrid>
    </FormDrawer>
  );
};
