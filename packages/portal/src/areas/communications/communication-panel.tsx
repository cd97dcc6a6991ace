import Button from '@mui/material/Button';
import {
  communicationCreateSchema,
  communicationUpdateSchema,
  type CommunicationCreate,
} from '@cfs/contracts/communications';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useAddressQuery, type AddressQuery } from '../../lib/address-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import { useOpenRow, type OpenRow } from '../../ui/drawers/use-open-row.ts';
import { numberOfId, useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { formValues } from '../../ui/forms/form-values.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { ActivitiesTab } from './activities/activities-tab.tsx';
import { ActivityPanel } from './activities/activity-panel.tsx';
import { communicationFormSchema } from './communication-form.ts';
import { CommunicationInputs } from './communication-inputs.tsx';
import { useCommunicationActivities, useCommunicationExpand, useSaveCommunication } from './communication-queries.ts';
import { communicationSet } from './communication-set.ts';
import type { CommunicationRow } from './communication-row.ts';
import { NotificationFailure } from './notification-failure.tsx';
import { LinkedWorkUnitsTab } from './linked-work-units/linked-work-units-tab.tsx';
import { useNotifyInternal } from './use-notify-internal.ts';

/** Removes the query parameters of an open communication. */
const closed: AddressQuery = { publicWuCommId: undefined, tab: undefined, activity: undefined };

const failure = 'A problem occurred saving the communication. Please try again.';

const CreateCommunication = ({ drawer }: { readonly drawer: OpenRow }) => {
  const start: Partial<CommunicationCreate> = {
    title: '',
    tenantId: useTenantId(),
    status: 'Investigating',
    customerAssistanceRequired: false,
  };
  const form = useZodForm(communicationCreateSchema, start);
  const save = useSaveCommunication();
  return (
    <FormDrawer
      title="Create Work Unit Communication"
      openAs="publicWuCommId"
      form={form}
      failure={failure}
      onClose={drawer.close}
      onSave={async (values) => drawer.created(String((await save(values)).publicWorkUnitCommunicationId))}
    >
      <CommunicationInputs isNew />
    </FormDrawer>
  );
};

const EditCommunication = ({ communication }: { readonly communication: CommunicationRow }) => {
  const { workUnitCommunicationId: id, publicWorkUnitCommunicationId: number } = communication;
  const form = useZodForm(communicationFormSchema, formValues(communicationUpdateSchema, communication));
  const permissions = usePermissions();
  const mayEdit = permissions.has('WorkUnitCommunications:edit');
  const save = useSaveCommunication();
  const notifying = useNotifyInternal();
  const [query, patch] = useAddressQuery();
  const activity = useOpenRow('activity', mayEdit);
  const activities = useCommunicationActivities(id);
  return (
    <>
      <FormDrawer
        title={`WUCOMM #${number}: ${communication.title}`}
        id={String(number)}
        openAs="publicWuCommId"
        form={form}
        failure={failure}
        isReadOnly={!mayEdit}
        onClose={() => patch(closed)}
        onReload={async () => {
          const filter = equals('workUnitCommunicationId', id);
          const [fresh = communication] = await fetchRows<CommunicationRow>(communicationSet, { filter });
          return formValues(communicationUpdateSchema, fresh);
        }}
        onSave={async (values) => form.reset(formValues(communicationUpdateSchema, await save(values, id)))}
        extra={
          mayEdit && (
            <Button disabled={notifying.isBusy} onClick={() => void notifying.send(id)}>
              Notify Internal
            </Button>
          )
        }
        around={(fields) => (
          <>
            <NotificationFailure workUnitCommunicationId={id} />
            <PanelTabs
              label="Communication"
              value={query['tab']}
              onChange={(tab) => patch({ tab }, { replace: true })}
              tabs={[
                { key: 'communication', label: 'Communication', content: fields },
                ...(permissions.has('WorkUnits:view')
                  ? [
                      {
                        key: 'work-units',
                        label: 'Work Units',
                        count: communication.workUnits?.length,
                        content: <LinkedWorkUnitsTab communication={communication} mayEdit={mayEdit} />,
                      },
                    ]
                  : []),
                {
                  key: 'activities',
                  label: 'Activities',
                  count: activities.data?.length,
                  content: <ActivitiesTab query={activities} drawer={activity} mayEdit={mayEdit} />,
                },
              ]}
            />
          </>
        )}
      >
        <CommunicationInputs />
      </FormDrawer>
      <ActivityPanel drawer={activity} workUnitCommunicationId={id} />
    </>
  );
};

/** Creates a communication, or edits the one in the URL, identified by its public number. */
export const CommunicationPanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const expand = useCommunicationExpand();
  const number = drawer.isCreating ? undefined : numberOfId(drawer.openId);
  const communication = useOpenedRow<CommunicationRow>(
    communicationSet,
    equals('publicWorkUnitCommunicationId', number),
    expand,
  );
  if (drawer.isCreating) return <CreateCommunication drawer={drawer} />;
  if (!drawer.openId || !communication) return null;
  return <EditCommunication key={communication.workUnitCommunicationId} communication={communication} />;
};
