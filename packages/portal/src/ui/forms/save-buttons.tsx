import Button from '@mui/material/Button';

interface SaveButtonsProps {
  readonly formId: string;
  readonly isPristine: boolean;
  readonly isTouched: boolean;
  /** Something is loading or being saved, or waits for the person's decision. */
  readonly isBusy: boolean;
  readonly onSaveAndClose: () => void;
}

/** Save, disabled while pristine or busy, and Save & Close, disabled while pristine and untouched, or busy. */
export const SaveButtons = ({ formId, isPristine, isTouched, isBusy, onSaveAndClose }: SaveButtonsProps) => (
  <>
    <Button type="submit" form={formId} variant="outlined" disabled={isPristine || isBusy}>
      Save
    </Button>
    <Button variant="contained" disabled={(isPristine && !isTouched) || isBusy} onClick={onSaveAndClose}>
      Save & Close
    </Button>
  </>
);
