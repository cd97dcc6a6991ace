import { intakeMessages, type IntakeForm } from '@cfs/contracts/intake';
import { describeAnswers } from '@cfs/contracts/intake-text';
import { useRef, useState } from 'react';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { DraftNotice } from '../../ui/forms/draft-notice.tsx';
import { useUnsavedGuard } from '../../ui/forms/use-unsaved-guard.ts';
import { faultsOfServer } from './answer-errors.ts';
import { IntakeWizard } from './intake-wizard.tsx';
import { useIntakeDraft, useKeepDraft } from './use-intake-draft.ts';
import { useIntakeWizard } from './use-intake-wizard.ts';
import { WizardButtons } from './wizard-buttons.tsx';

/** The answers of an intake, with the title and the description of its work unit. */
export interface AnsweredIntake {
  readonly tenantId: string;
  readonly title: string;
  readonly description: string;
  /** The answers, as JSON text. */
  readonly properties: string;
}

/** Creates the work unit of an intake and opens it; rejects with the `ApiProblem` of the server. */
export type CreateUnit = (intake: AnsweredIntake) => Promise<void>;

interface FillInIntakeProps {
  readonly tenantId: string;
  readonly form: IntakeForm;
  readonly title: string;
  readonly createUnit: CreateUnit;
  readonly onClose: () => void;
}

const restoredText = 'Your answers were restored. They are not submitted yet.';

/** Status codes that the shell already reports: the sign-in has ended, or the permission is missing. */
const handledElsewhere: ReadonlySet<number> = new Set([401, 403]);

/** The wizard for a tenant's form. Submitting it creates a work unit. */
export const FillInIntake = ({ tenantId, form, title, createUnit, onClose }: FillInIntakeProps) => {
  const draft = useIntakeDraft(tenantId, form);
  const [isRestored, setRestored] = useState(draft.start !== undefined);
  const wizard = useIntakeWizard(form, draft.start);
  const isSaving = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const guard = useUnsavedGuard({
    hasChanges: wizard.isChanged,
    keepsDraft: true,
    isSaving: () => isSaving.current,
    openAs: 'intake',
    onClose,
  });

  useKeepDraft(draft.key, wizard, guard.hasLeft);

  const discard = (): void => {
    draft.remove();
    wizard.reset();
    setRestored(false);
  };

  const tell = (problem: ApiProblem): void => {
    const faults = faultsOfServer(problem.errors);
    const own = problem.errors['WorkUnit'] ?? [];
    if (faults.length > 0) wizard.showFaults(faults);
    if (own.length > 0) notify.error(own.join(' '));
    else if (!handledElsewhere.has(problem.status)) notify.error(intakeMessages.failed);
  };

  const submit = async (): Promise<void> => {
    const answers = wizard.finish();
    if (answers === undefined || isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    try {
      await createUnit({ tenantId, ...describeAnswers(form, answers), properties: JSON.stringify(answers) });
      draft.remove();
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
      {isRestored && <DraftNotice message={restoredText} onDiscard={discard} />}
      <IntakeWizard form={form} wizard={wizard} isBusy={isBusy} />
    </SidePanel>
  );
};
