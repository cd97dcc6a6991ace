import type { IntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { IntakeWizard } from './intake-wizard.tsx';
import { useIntakeWizard } from './use-intake-wizard.ts';
import { WizardButtons } from './wizard-buttons.tsx';

interface PreviewIntakeProps {
  readonly form: IntakeForm;
  readonly onClose: () => void;
}

const title = 'Preview of the Intake Wizard';

const Preview = ({ form, onClose }: PreviewIntakeProps) => {
  const wizard = useIntakeWizard(form);
  return (
    <SidePanel
      title={title}
      onClose={onClose}
      footer={
        <WizardButtons wizard={wizard} last="Close preview" onLast={() => wizard.finish() !== undefined && onClose()} />
      }
    >
      <IntakeWizard form={form} wizard={wizard} />
    </SidePanel>
  );
};

/** The wizard of a form as people will see it; nothing is sent. */
export const PreviewIntake = ({ form, onClose }: PreviewIntakeProps) => {
  const faults = patternFaults(form);
  if (faults.length === 0) return <Preview form={form} onClose={onClose} />;
  return (
    <SidePanel title={title} onClose={onClose}>
      <EmptyState title="The form cannot be shown" hint={`These patterns are not understood: ${faults.join(', ')}`} />
    </SidePanel>
  );
};
