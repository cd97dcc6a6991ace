import { grantCreateSchema } from '@cfs/contracts/access-grants';
import type { Person } from '@cfs/contracts/access-people';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { useAddGrant } from './access-queries.ts';
import { HolderInputs } from './holder-inputs.tsx';
import { RoleTenantInputs } from './role-tenant-inputs.tsx';

interface AddGrantProps {
  readonly drawer: OpenRow;
  /** The holder of the grant; without it, the form offers people and groups. */
  readonly person?: Person;
}

/** Grants a role to a person or to a group of the identity provider. */
export const AddGrant = ({ drawer, person }: AddGrantProps) => {
  const form = useZodForm(grantCreateSchema, {
    userId: person?.userId ?? null,
    groupName: null,
    roleName: '',
    tenantId: useTenantId(),
  });
  const add = useAddGrant();
  return (
    <FormDrawer
      title={person ? `Add Grant: ${person.name}` : 'Add Grant'}
      form={form}
      failure="A problem occurred saving the grant. Please try again."
      openAs="grant"
      onClose={drawer.close}
      onSave={async (values) => {
        await add(values);
        drawer.close();
      }}
    >
      <FieldGrid>
        {person ? <FixedValue label="Person" value={`${person.name} (${person.mail})`} /> : <HolderInputs />}
        <RoleTenantInputs />
      </FieldGrid>
    </FormDrawer>
  );
};
