import { intakeMessages, type IntakeForm } from '@cfs/contracts/intake';
import { describeAnswers } from '@cfs/contracts/intake-text';
import { workUnitTypes } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { useUnsavedGuard } from '../../ui/forms/use-unsaved-guard.ts';
import { useDefaultSeverity } from '../work-units/work-unit-lookups.ts';
import { workUnitSet } from '../work-units/work-unit-row.ts';
import { faultsOfServer } from './answer-errors.ts';
import { IntakeWizard } from './intake-wizard.tsx';
import { useIntakeWizard } from './use-intake-wizard.ts';
import { WizardButtons } from './wizard-buttons.tsx';

interface FillInIntakeProps {
  readonly tenantId: string;
  readonly form: IntakeForm;
  readonly title: string;
  readonly onClose: () => void;
}

/** Statuses that the shell itself tells: the sign-in has ended, or the person may not. */
const toldElsewhere: ReadonlySet<number> = new Set([401, 403]);

/** The wizard of a tenant's form; once it is filled in, it makes an Intake unit and leads to it. */
export const FillInIntake = ({ tenantId, form, title, onClose }: FillInIntakeProps) => {
  const wizard = useIntakeWizard(form);
  const severityId = useDefaultSeverity(workUnitTypes.Intake) ?? 'Sev0';
  const refresh = useRefresh();
  const navigate = useNavigate();
  const isSaving = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const guard = useUnsavedGuard({
    hasChanges: wizard.isChanged,
    isSaving: () => isSaving.current,
    openAs: 'intake',
    onClose,
  });

  const tell = (problem: ApiProblem): void => {
    const faults = faultsOfServer(problem.errors);
    const own = problem.errors['WorkUnit'] ?? [];
    if (faults.length > 0) wizard.showFaults(faults);
    if (own.length > 0) notify.error(own.join(' '));
    else if (!toldElsewhere.has(problem.status)) notify.error(intakeMessages.failed);
  };

  const submit = async (): Promise<void> => {
    const answers = wizard.finish();
    if (answers === undefined || isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    try {
      const unit = await api.put<WorkUnit>(workUnitSet, {
        workUnitId: -1,
        ...describeAnswers(form, answers),
        severityId,
        workUnitTypeId: workUnitTypes.Intake,
        tenantId,
        properties: JSON.stringify(answers),
      });
      notify.success('Successfully created work unit.');
      await refresh(workUnitSet);
      await navigate({ to: `/${unit.tenantId}/workunitsv2`, search: { workUnitId: String(unit.workUnitId) } });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      tell(error);
    } finally {
      isSaving.current = false;
      setBusy(false);
    }
  };

  return (
    <SidePanel
      title={title}
      onClose={guard.close}
      footer={<WizardButtons wizard={wizard} isBusy={isBusy} last="Submit" onLast={() => void submit()} />}
    >
      <IntakeWizard form={form} wizard={wizard} isBusy={isBusy} />
    </SidePanel>
  );
};
