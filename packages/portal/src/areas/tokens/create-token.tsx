import { tokenCreateSchema, type GeneratedToken } from '@cfs/contracts/tokens';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { lifetimes, saveTokenFailure } from './token.ts';
import { TokenUsesInput } from './token-uses-input.tsx';
import { useCreateToken } from './token-queries.ts';

interface CreateTokenProps {
  readonly onCreated: (token: GeneratedToken) => void;
  readonly onClose: () => void;
}

export const CreateToken = ({ onCreated, onClose }: CreateTokenProps) => {
  const form = useZodForm(tokenCreateSchema, {
    name: '',
    tenantId: useTenantId(),
    canEnrol: true,
    canSendPackets: true,
    canRead: false,
  });
  const create = useCreateToken();
  return (
    <FormDrawer
      title="Create Token"
      form={form}
      failure={saveTokenFailure}
      onClose={onClose}
      onSave={async (values) => onCreated(await create(values))}
    >
      <FieldGrid>
        <TextInput name="name" label="Name" required />
        <SelectInput name="lifetimeYears" label="Lifetime" required options={lifetimes} />
        <TextInput name="description" label="Description" rows={2} wide />
        <TokenUsesInput />
      </FieldGrid>
    </FormDrawer>
  );
};
