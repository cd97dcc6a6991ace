import Button from '@mui/material/Button';

interface SaveButtonsProps {
  readonly formId: string;
  readonly isPristine: boolean;
  readonly isTouched: boolean;
  /** A save is in flight, or a conflict is unresolved. */
  readonly isBusy: boolean;
  /** Of a single button, in place of both. */
  readonly submitLabel?: string | undefined;
  readonly onSaveAndClose: () => void;
}

/** Save is disabled while pristine or busy; Save & Close while pristine and untouched, or busy. */
export const SaveButtons = (props: SaveButtonsProps) => {
  const { formId, isPristine, isTouched, isBusy, submitLabel, onSaveAndClose } = props;
  if (submitLabel !== undefined)
    return (
      <Button variant="contained" disabled={(isPristine && !isTouched) || isBusy} onClick={onSaveAndClose}>
        {submitLabel}
      </Button>
    );
  return (
    <>
      <Button type="submit" form={formId} variant="outlined" disabled={isPristine || isBusy}>
        Save
      </Button>
      <Button variant="contained" disabled={(isPristine && !isTouched) || isBusy} onClick={onSaveAndClose}>
        Save & Close
      </Button>
    </>
  );
};
