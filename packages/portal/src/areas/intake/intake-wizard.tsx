import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import Typography from '@mui/material/Typography';
import type { IntakeForm } from '@cfs/contracts/intake';
import type { IntakeWizard as Wizard } from './use-intake-wizard.ts';
import { WizardBoundary } from './wizard-boundary.tsx';
import { WizardFields } from './wizard-fields.tsx';

interface IntakeWizardProps {
  readonly form: IntakeForm;
  readonly wizard: Wizard;
  readonly isBusy?: boolean;
}

/** The progress through the steps, and the fields of the current one. */
export const IntakeWizard = ({ form, wizard, isBusy = false }: IntakeWizardProps) => {
  const { steps, at, step, faults, place } = wizard;
  const whole = faults.filter(({ path }) => path.length === 0).map(({ message }) => message);
  const position = `Step ${at + 1} of ${steps.length}${step.title === '' ? '' : `: ${step.title}`}`;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      {steps.length > 1 && (
        <Stepper activeStep={at} alternativeLabel aria-label="Steps">
          {steps.map(({ title }, index) => (
            <Step key={index}>
              <StepLabel>{title}</StepLabel>
            </Step>
          ))}
        </Stepper>
      )}
      <Box ref={place} tabIndex={-1} role="group" aria-label={position} sx={{ outline: 'none' }}>
        {step.description !== '' && (
          <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
            {step.description}
          </Typography>
        )}
        {whole.length > 0 && (
          <Alert severity="error" sx={{ mb: 4 }}>
            {whole.join(' ')}
          </Alert>
        )}
        <WizardBoundary>
          <WizardFields form={form} wizard={wizard} isBusy={isBusy} />
        </WizardBoundary>
      </Box>
    </Box>
  );
};
