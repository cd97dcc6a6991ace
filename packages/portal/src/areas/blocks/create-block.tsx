import { blockCreation, blockTypes, type Block } from '@cfs/contracts/blocks';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { useSubscriptions, useTenants } from '../../lib/lookups.ts';
import { useTenantId } from '../../lib/use-tenant.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { FixedValue } from '../../ui/fields/fixed-value.tsx';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { useZodForm } from '../../ui/use-zod-form.ts';
import { blockSet } from './block-row.ts';

export const saveBlockFailure = 'A problem occurred saving the block. Please try again.';

const typeOptions = [
  { value: blockTypes.numeric, label: 'numeric' },
  { value: blockTypes.smallText, label: 'smallText' },
];

interface CreateBlockProps {
  readonly onClose: () => void;
  readonly onCreated: (blockId: string) => void;
}

export const CreateBlock = ({ onClose, onCreated }: CreateBlockProps) => {
  const tenantId = useTenantId();
  const tenant = useTenants().find((candidate) => candidate.tenantId === tenantId);
  const subscriptions = useSubscriptions().filter((subscription) => subscription.tenantId === tenantId);
  const refresh = useRefresh();
  const form = useZodForm(blockCreation, { blockId: crypto.randomUUID(), name: '', blockTypeId: blockTypes.numeric });
  return (
    <FormDrawer
      title="Block details"
      openAs="blockId"
      form={form}
      failure={saveBlockFailure}
      onClose={onClose}
      onSave={async (values) => {
        const saved = await api.put<Block>(blockSet, values);
        await refresh(blockSet);
        onCreated(saved.blockId);
      }}
    >
      <FieldGrid>
        <TextInput name="name" label="Name" required />
        <SelectInput name="blockTypeId" label="Type" required options={typeOptions} />
        <TextInput name="blockId" label="Block ID" required wide help="Packets with this entity id fill the block." />
        <FixedValue label="Tenant" value={tenant?.name ?? ''} />
        <SelectInput
          name="subscriptionId"
          label="Subscription"
          required
          options={subscriptions.map(({ subscriptionId, name }) => ({ value: subscriptionId, label: name }))}
        />
        <TextInput name="description" label="Description" rows={3} wide />
      </FieldGrid>
    </FormDrawer>
  );
};
