import { readIntakeForm, type IntakeForm } from '@cfs/contracts/intake';
import { patternFaults } from '@cfs/contracts/intake-answers';
import { lintIntakeForm } from '@cfs/contracts/intake-lint';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { useDebounced } from '../../lib/timing/use-debounced.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IntakeWizard } from './intake-wizard.tsx';
import { useIntakeWizard } from './use-intake-wizard.ts';
import { WizardButtons } from './wizard-buttons.tsx';

const debounceMilliseconds = 300;

interface ReadText {
  readonly faults: readonly string[];
  /** The form, with or without faults; `undefined` if it cannot be shown. */
  readonly form?: IntakeForm;
}

const readText = (text: string): ReadText => {
  if (text.trim() === '') return { faults: [] };
  const read = readIntakeForm(text);
  if ('fault' in read) return { faults: [read.fault] };
  const faults = lintIntakeForm(read.form);
  return patternFaults(read.form).length > 0 ? { faults } : { faults, form: read.form };
};

const PreviewedWizard = ({ form }: { readonly form: IntakeForm }) => {
  const wizard = useIntakeWizard(form);
  const [fits, setFits] = useState(false);
  return (
    <>
      <IntakeWizard form={form} wizard={wizard} />
      <Box sx={{ display: 'flex', gap: 2, mt: 4 }}>
        <WizardButtons wizard={wizard} last="Check answers" onLast={() => setFits(wizard.finish() !== undefined)} />
      </Box>
      {fits && wizard.faults.length === 0 && (
        <Alert severity="success" sx={{ mt: 4 }}>
          The answers are valid. Nothing was sent.
        </Alert>
      )}
    </>
  );
};

/** Previews the wizard of a text while it is edited, and shows the faults of the text; nothing is sent. */
export const LivePreview = ({ text }: { readonly text: string }) => {
  const debounced = useDebounced(text, debounceMilliseconds);
  const { faults, form } = useMemo(() => readText(debounced), [debounced]);
  const [shown, setShown] = useState(form);
  if (form && form !== shown) setShown(form);
  const isEmpty = debounced.trim() === '';
  return (
    <Box role="region" aria-label="Preview of the Intake Wizard" sx={{ minWidth: 0 }}>
      {faults.length > 0 && (
        <Alert severity="error" sx={{ mb: 4 }}>
          <Box component="ul" sx={{ m: 0, pl: 4 }}>
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </Box>
        </Alert>
      )}
      {shown && !isEmpty ? (
        <PreviewedWizard form={shown} />
      ) : (
        <EmptyState title="Nothing to preview" hint="The wizard appears here as soon as the schema is valid." />
      )}
    </Box>
  );
};
