import { subscriptionCreateSchema, subscriptionUpdateSchema, type Subscription } from '@cfs/contracts/subscriptions';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { subscriptionSet, useSaveSubscription } from './subscription-queries.ts';

const failure = 'A problem occured saving the tenant subscription. Please try again.';

interface SubscriptionPanelProps {
  readonly drawer: OpenRow;
  /** The tenant of a new subscription. */
  readonly tenantId: string;
}

const CreateSubscription = ({ drawer, tenantId }: SubscriptionPanelProps) => {
  const form = useZodForm(subscriptionCreateSchema, { name: '', tenantId });
  const save = useSaveSubscription();
  return (
    <FormDrawer
      title="Create Subscription"
      openAs="subscription"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created((await save(values)).subscriptionId)}
    >
      <TextInput name="name" label="Name" required />
    </FormDrawer>
  );
};

interface EditSubscriptionProps {
  readonly subscription: Subscription;
  readonly onClose: () => void;
}

const EditSubscription = ({ subscription, onClose }: EditSubscriptionProps) => {
  const { subscriptionId, name } = subscription;
  const form = useZodForm(subscriptionUpdateSchema, formValues(subscriptionUpdateSchema, subscription));
  const mayEdit = usePermissions().has('Subscriptions:edit');
  const save = useSaveSubscription();
  return (
    <FormDrawer
      title={`${mayEdit ? 'Edit' : 'View'} Subscription: ${name}`}
      openAs="subscription"
      id={subscriptionId}
      form={form}
      failure={failure}
      isReadOnly={!mayEdit}
      onClose={onClose}
      onReload={async () => {
        const filter = equals('subscriptionId', subscriptionId);
        const [fresh = subscription] = await fetchRows<Subscription>(subscriptionSet, { filter });
        return formValues(subscriptionUpdateSchema, fresh);
      }}
      onSave={async (values) => form.reset(formValues(subscriptionUpdateSchema, await save(values, subscriptionId)))}
    >
      <TextInput name="name" label="Name" required />
    </FormDrawer>
  );
};

/** Creates a subscription of a tenant, or edits the one in the URL. */
export const SubscriptionPanel = ({ drawer, tenantId }: SubscriptionPanelProps) => {
  const filter = drawer.isCreating ? undefined : equals('subscriptionId', drawer.openId);
  const subscription = useOpenedRow<Subscription>(subscriptionSet, filter);
  if (drawer.isCreating) return <CreateSubscription drawer={drawer} tenantId={tenantId} />;
  if (!drawer.openId || !subscription) return null;
  return <EditSubscription key={drawer.openId} subscription={subscription} onClose={drawer.close} />;
};
