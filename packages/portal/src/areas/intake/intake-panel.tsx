import { intakeMessages } from '@cfs/contracts/intake';
import Skeleton from '@mui/material/Skeleton';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { ChooseTenant } from './choose-tenant.tsx';
import { FillInIntake, type CreateUnit } from './fill-in-intake.tsx';
import { useIntakeTenants } from './intake-queries.ts';
import { useIntakeForm } from './use-intake-form.ts';

interface OpenFormProps {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly createUnit: CreateUnit;
  readonly onClose: () => void;
}

const OpenForm = ({ tenantId, tenantName, createUnit, onClose }: OpenFormProps) => {
  const { form, error, refetch } = useIntakeForm(tenantId);
  const title = `Intake: ${tenantName}`;
  if (form)
    return <FillInIntake tenantId={tenantId} form={form} title={title} createUnit={createUnit} onClose={onClose} />;
  return (
    <SidePanel title={title} onClose={onClose}>
      {form === null && (
        <EmptyState
          title={intakeMessages.noSchema}
          hint="An administrator can store one under Tenants, Intake Wizard Form."
        />
      )}
      {form === undefined && error && <FailedState error={error} onRetry={() => void refetch()} />}
      {form === undefined && !error && <Skeleton variant="rounded" height={160} role="status" aria-label="Loading" />}
    </SidePanel>
  );
};

export interface IntakePanelProps {
  /** The id of the chosen tenant. For any other text the tenant has to be chosen, unless there is only one. */
  readonly chosen: string;
  readonly onChosen: (tenantId: string) => void;
  readonly createUnit: CreateUnit;
  readonly onClose: () => void;
}

/** An intake: the choice of its tenant, then the wizard for that tenant's form. */
export const IntakePanel = ({ chosen, onChosen, createUnit, onClose }: IntakePanelProps) => {
  const { data: tenants, error, refetch } = useIntakeTenants();
  if (tenants === undefined)
    return (
      <SidePanel title="Intake" onClose={onClose}>
        {error ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={160} role="status" aria-label="Loading" />
        )}
      </SidePanel>
    );
  const [only] = tenants;
  const tenant = tenants.find(({ tenantId }) => tenantId === chosen) ?? (tenants.length === 1 ? only : undefined);
  if (!tenant) return <ChooseTenant tenants={tenants} onChosen={onChosen} onClose={onClose} />;
  return (
    <OpenForm
      key={tenant.tenantId}
      tenantId={tenant.tenantId}
      tenantName={tenant.name}
      createUnit={createUnit}
      onClose={onClose}
    />
  );
};
