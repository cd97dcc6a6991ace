import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { IntakeWizard } from './use-intake-wizard.ts';

interface WizardButtonsProps {
  readonly wizard: IntakeWizard;
  readonly isBusy?: boolean;
  /** The label of the button on the last step; `onLast` is its action. */
  readonly last: string;
  readonly onLast: () => void;
}

/** The buttons Back, and Next or the last one. */
export const WizardButtons = ({ wizard, isBusy = false, last, onLast }: WizardButtonsProps) => (
  <>
    <Box sx={{ flexGrow: 1 }} />
    {!wizard.isFirst && (
      <Button variant="outlined" disabled={isBusy} onClick={wizard.back}>
        Back
      </Button>
    )}
    {wizard.isLast ? (
      <Button variant="contained" disabled={isBusy} onClick={onLast}>
        {last}
      </Button>
    ) : (
      <Button variant="contained" disabled={isBusy} onClick={wizard.next}>
        Next
      </Button>
    )}
  </>
);
