import { publisherKeyCreateSchema } from '@cfs/contracts/publisher-keys';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { useTenantId } from '../../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { TenantInput } from '../../../ui/fields/tenant-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { publisherKeySet } from './publisher-key-row.ts';

const failureOf = (error: unknown): string =>
  error instanceof ApiProblem && error.detail !== ''
    ? error.detail
    : 'A problem occurred adding the key. Please try again.';

/** Adds the public key of a publisher. */
export const AddPublisherKey = ({ drawer }: { readonly drawer: OpenRow }) => {
  const form = useZodForm(publisherKeyCreateSchema, { name: '', publicKey: '', tenantId: useTenantId() });
  const refresh = useRefresh();
  return (
    <FormDrawer
      title="Add Publisher Key"
      openAs="key"
      form={form}
      failure={failureOf}
      submitLabel="Add"
      onClose={drawer.close}
      onSave={async (values) => {
        await api.put(publisherKeySet, values);
        await refresh(publisherKeySet);
        notify.success(`The key ${values.name} was added.`);
      }}
    >
      <FieldGrid>
        <TextInput name="name" label="Name" required help="The owner of the private key." />
        <TenantInput name="tenantId" shareable="Tenants:edit" />
        <TextInput
          name="publicKey"
          label="Public Key"
          required
          rows={4}
          wide
          help="Ed25519, as PEM or as its 32 bytes in base64."
        />
      </FieldGrid>
    </FormDrawer>
  );
};
