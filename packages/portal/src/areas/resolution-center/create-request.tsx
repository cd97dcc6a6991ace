import { resolutionCenterRequestSchema, type ResolutionCenterUnit } from '@cfs/contracts/resolution-center';
import { longTextLimit } from '@cfs/contracts/sizes';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { requestSet } from './request.ts';
import { ServiceInputs } from './service-inputs.tsx';

interface CreateRequestProps {
  readonly onClose: () => void;
  readonly onCreated: (workUnitId: string) => void;
}

/** Creates a request: an incident of severity Sev3 in the user's tenant. */
export const CreateRequest = ({ onClose, onCreated }: CreateRequestProps) => {
  const refresh = useRefresh();
  const form = useZodForm(resolutionCenterRequestSchema, {
    title: '',
    description: '',
    stakeHolderPhoneNumber: '',
    severityId: 'Sev3',
    workUnitCategoryId: null,
    workUnitSubcategoryId: null,
  });
  return (
    <FormDrawer
      title="Create Request"
      openAs="workUnitId"
      form={form}
      failure="A problem occurred. Please try again."
      onClose={onClose}
      onSave={async (values) => {
        const { workUnitId } = await api.put<ResolutionCenterUnit>('/v1/rc/workunits', values);
        notify.success('Successfully created work unit.');
        await refresh(requestSet);
        onCreated(String(workUnitId));
      }}
    >
      <FieldGrid>
        <TextInput name="title" label="Title" required wide />
        <TextInput name="description" label="Description" required rows={6} limit={longTextLimit} wide />
        <TextInput name="stakeHolderPhoneNumber" label="Phone Number" type="tel" required />
        <ServiceInputs />
      </FieldGrid>
    </FormDrawer>
  );
};
