import { personInviteSchema } from '@cfs/contracts/access-people';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { useInvitePerson } from './access-queries.ts';
import { savePersonFailure } from './person.ts';
import { RoleTenantInputs } from './role-tenant-inputs.tsx';

export const InvitePerson = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(personInviteSchema, { mail: '', name: '', tenantId: useTenantId(), roleName: null });
  const invite = useInvitePerson();
  return (
    <FormDrawer
      title="Invite Person"
      form={form}
      failure={savePersonFailure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await invite(values)).userId)}
    >
      <FieldGrid>
        <TextInput
          name="mail"
          label="Mail"
          type="email"
          required
          help="They sign in with this address at the identity provider."
        />
        <TextInput name="name" label="Name" />
        <RoleTenantInputs isOptional />
      </FieldGrid>
    </FormDrawer>
  );
};
