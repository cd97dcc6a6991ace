import {
  communicationActivityCreateSchema,
  communicationActivityUpdateSchema,
  type CommunicationActivity,
} from '@cfs/contracts/communications';
import { communicationTextLength } from '@cfs/contracts/communication-enumerations';
import { useFormContext, useWatch } from 'react-hook-form';
import { equals } from '../../../lib/api/odata-filter.ts';
import { fetchRows } from '../../../lib/api/odata-query.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { FormDrawer } from '../../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../../ui/drawers/use-opened-row.ts';
import { DateTimeInput } from '../../../ui/fields/date-time-input.tsx';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { formValues } from '../../../ui/forms/form-values.ts';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { communicationActivitySet, useSaveActivity } from '../communication-queries.ts';

const failure = 'A problem occurred saving the communication. Please try again.';

const ActivityInputs = () => {
  const { control } = useFormContext();
  const isComplete = Boolean(useWatch({ control, name: 'isComplete' }));
  return (
    <FieldGrid>
      <TextInput name="details" label="Details" rows={3} limit={communicationTextLength} required wide />
      <SwitchInput name="isComplete" label="Complete: a past step" />
      <SwitchInput name="isCustomerFacing" label="Customer-facing" />
      <DateTimeInput
        name="completed"
        label="Completed"
        disabled={!isComplete}
        help="When the step was completed. The current time is used if you do not enter one."
      />
    </FieldGrid>
  );
};

interface CreateActivityProps {
  readonly drawer: OpenRow;
  readonly workUnitCommunicationId: string;
}

const CreateActivity = ({ drawer, workUnitCommunicationId }: CreateActivityProps) => {
  const form = useZodForm(communicationActivityCreateSchema, {
    workUnitCommunicationId,
    details: '',
    isComplete: false,
    isCustomerFacing: false,
    completed: null,
  });
  const save = useSaveActivity();
  return (
    <FormDrawer
      title="Add Activity"
      openAs="activity"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).workUnitCommunicationActivityId)}
    >
      <ActivityInputs />
    </FormDrawer>
  );
};

interface EditActivityProps {
  readonly activity: CommunicationActivity;
  readonly onClose: () => void;
}

const EditActivity = ({ activity, onClose }: EditActivityProps) => {
  const { workUnitCommunicationActivityId: id } = activity;
  const schema = communicationActivityUpdateSchema;
  const mayEdit = usePermissions().has('WorkUnitCommunications:edit');
  const valuesOf = ({ activityType: _type, ...row }: CommunicationActivity) => formValues(schema, row);
  const form = useZodForm(schema, valuesOf(activity));
  const save = useSaveActivity();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Activity`}
      openAs="activity"
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const filter = equals('workUnitCommunicationActivityId', id);
        const [fresh = activity] = await fetchRows<CommunicationActivity>(communicationActivitySet, { filter });
        return valuesOf(fresh);
      }}
      onSave={async (values) => form.reset(valuesOf(await save(values, id)))}
    >
      <ActivityInputs />
    </FormDrawer>
  );
};

/** Adds a step to a communication, or edits the one in the URL. */
export const ActivityPanel = ({ drawer, workUnitCommunicationId }: CreateActivityProps) => {
  const filter = drawer.isCreating ? undefined : equals('workUnitCommunicationActivityId', drawer.openId);
  const activity = useOpenedRow<CommunicationActivity>(communicationActivitySet, filter);
  if (drawer.isCreating) return <CreateActivity drawer={drawer} workUnitCommunicationId={workUnitCommunicationId} />;
  if (!drawer.openId || !activity) return null;
  return <EditActivity key={drawer.openId} activity={activity} onClose={drawer.close} />;
};
