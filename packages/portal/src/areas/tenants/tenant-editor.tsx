import type { Tenant } from '@cfs/contracts/tenants';
import { useState } from 'react';
import { equals } from '../../lib/api/odata-filter.ts';
import { fetchRows } from '../../lib/api/odata-query.ts';
import { useAddressQuery, type AddressQuery } from '../../lib/address-query.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { PanelTabs } from '../../ui/drawers/panel-tabs.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { UnsavedPartsProvider, useUnsavedParts } from '../../ui/forms/unsaved-parts.ts';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { readIntakeText, useIntakeText } from '../intake/intake-queries.ts';
import { AdditionalFieldsTab } from './additional-fields-tab.tsx';
import { IntakeFormTab } from './intake-form-tab.tsx';
import { blankTenant, bodyOf, tenantForm, valuesOf, type TenantValues } from './tenant.ts';
import { TenantMail } from './tenant-mail.tsx';
import { TenantSecrets } from './tenant-secrets.tsx';
import { TenantStatusPage } from './tenant-status-page.tsx';
import { TenantDetailsTab } from './tenant-details-tab.tsx';
import { tenantSet, useSaveTenant } from './tenant-queries.ts';

interface TenantEditorProps {
  readonly drawer: OpenRow;
  /** Absent for a new tenant. */
  readonly tenant?: Tenant;
}

interface TenantFormProps extends TenantEditorProps {
  /** The text of the tenant's intake form, `null` without one; `undefined` when it could not be read. */
  readonly intake: string | null | undefined;
}

/** The query parameters of an open tenant, all removed. */
const closed: AddressQuery = { open: undefined, tab: undefined, editor: undefined };

const TenantForm = ({ drawer, tenant, intake }: TenantFormProps) => {
  const [query, patch] = useAddressQuery();
  const { tab } = query;
  const mayEdit = usePermissions().has(tenant ? 'Tenants:edit' : 'Tenants:create');
  const save = useSaveTenant();
  const form = useZodForm(tenantForm, tenant ? valuesOf(tenant, intake) : blankTenant);
  const unsaved = useUnsavedParts();
  const { errors, dirtyFields } = form.formState;
  const faultsOf = (...names: readonly (keyof TenantValues)[]): number => names.filter((name) => errors[name]).length;
  // Switching to another tab unmounts it, so that no revealed value is kept.
  const secrets = tab === 'secrets' && <TenantSecrets tenantId={tenant?.tenantId} />;
  return (
    <UnsavedPartsProvider value={unsaved.report}>
      <FormDrawer
        title={tenant ? `${mayEdit ? 'Edit' : 'View'} Tenant: ${tenant.name}` : 'Create Tenant'}
        id={tenant?.tenantId}
        form={form}
        failure="Unable to save tenant, please try again."
        isReadOnly={!mayEdit}
        hasOtherChanges={unsaved.isAny}
        onClose={() => patch(closed)}
        onReload={
          tenant &&
          (async () => {
            const [fresh = tenant] = await fetchRows<Tenant>(tenantSet, {
              filter: equals('tenantId', tenant.tenantId),
            });
            return valuesOf(fresh, fresh.hasIntakeForm ? await readIntakeText(tenant.tenantId) : null);
          })
        }
        onSave={async ({ intakeWizardFormData, ...values }) => {
          const isChanged = dirtyFields.intakeWizardFormData === true;
          const body = { ...bodyOf(values), ...(isChanged && { intakeWizardFormData }) };
          const saved = await save(body, tenant?.tenantId);
          form.reset(valuesOf(saved, form.getValues('intakeWizardFormData')));
          if (!tenant) drawer.created(saved.tenantId);
        }}
      >
        <PanelTabs
          label="Tenant"
          value={tab}
          onChange={(key) => patch({ tab: key }, { replace: true })}
          tabs={[
            {
              key: 'details',
              label: 'Details',
              count: faultsOf('name', 'internalNotificationEmailAddress', 'assignmentGroups'),
              content: <TenantDetailsTab />,
            },
            {
              key: 'fields',
              label: 'Additional Fields',
              count: faultsOf('workUnitFields'),
              content: <AdditionalFieldsTab />,
            },
            {
              key: 'intake',
              label: 'Intake Wizard Form',
              count: faultsOf('intakeWizardFormData'),
              content: <IntakeFormTab tenantId={tenant?.tenantId} isKnown={intake !== undefined} />,
            },
            {
              key: 'mail',
              label: 'Mail',
              content: <TenantMail tenantId={tenant?.tenantId} isReadOnly={!mayEdit} />,
            },
            {
              key: 'status',
              label: 'Status Page',
              content: tab === 'status' && <TenantStatusPage tenantId={tenant?.tenantId} isReadOnly={!mayEdit} />,
            },
            ...(mayEdit ? [{ key: 'secrets', label: 'Secrets', content: secrets }] : []),
          ]}
        />
      </FormDrawer>
    </UnsavedPartsProvider>
  );
};

/** Creates or edits a tenant, with the intake form that it stores. */
export const TenantEditor = ({ drawer, tenant }: TenantEditorProps) => {
  // The value when the panel was opened: storing the first form must not remount the panel.
  const [hadForm] = useState(tenant?.hasIntakeForm === true);
  const stored = useIntakeText(hadForm ? tenant?.tenantId : undefined);
  if (stored.isLoading) return null;
  return <TenantForm drawer={drawer} {...(tenant && { tenant })} intake={hadForm ? stored.data : null} />;
};
