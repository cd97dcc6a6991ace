import { blockTypes } from '@cfs/contracts/block-enumerations';
import { blockCreation, type Block } from '@cfs/contracts/blocks';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { EnumInput } from '../../ui/fields/enum-input.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { GuidInput } from '../../ui/fields/guid-input.tsx';
import { FixedTenant, SubscriptionInput } from '../../ui/fields/tenant-subscription-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { blockSet } from './block-row.ts';

export const saveBlockFailure = 'A problem occurred saving the block. Please try again.';

interface CreateBlockProps {
  readonly onClose: () => void;
  readonly onCreated: (blockId: string) => void;
}

export const CreateBlock = ({ onClose, onCreated }: CreateBlockProps) => {
  const tenantId = useTenantId();
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
        <EnumInput name="blockTypeId" label="Type" required enumeration={blockTypes} excluded={['deviceHeartbeat']} />
        <GuidInput name="blockId" label="Block ID" required wide help="The block shows packets with this entity id." />
        <FixedTenant tenantId={tenantId} />
        <SubscriptionInput name="subscriptionId" tenantId={tenantId} required />
        <TextInput name="description" label="Description" rows={3} wide />
      </FieldGrid>
    </FormDrawer>
  );
};
