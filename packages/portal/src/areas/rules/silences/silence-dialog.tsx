import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { maximumReasonCharacters } from '@cfs/contracts/rule-match-commands';
import { requiredText } from '@cfs/contracts/text';
import { useId, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { DateTimeInput } from '../../../ui/fields/date-time-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { useZodForm } from '../../../ui/forms/use-zod-form.ts';
import { silenceSet, type SilenceScope } from './silence.ts';

/** One of the scopes that the dialog offers. */
export interface OfferedScope {
  readonly label: string;
  readonly scope: SilenceScope;
}

interface SilenceDialogProps {
  /** What is silenced, such as the label of a match. */
  readonly subject: string;
  /** At least one; the first is selected initially. */
  readonly scopes: readonly OfferedScope[];
  readonly onClose: () => void;
}

const form = z.object({
  scope: z.number(),
  until: z
    .string({ error: 'Please enter a valid date' })
    .refine((until) => new Date(until) > new Date(), { error: 'The end must be in the future.' }),
  reason: requiredText(maximumReasonCharacters, 'Please enter a reason'),
});

const hourMilliseconds = 3_600_000;
const lengths = [
  { label: '1 h', hours: 1 },
  { label: '4 h', hours: 4 },
  { label: '1 day', hours: 24 },
  { label: '7 days', hours: 168 },
] as const;

const inHours = (hours: number): string => {
  const end = new Date(Date.now() + hours * hourMilliseconds);
  end.setSeconds(0, 0);
  return end.toISOString();
};

/** Asks for the end and the reason, then creates a silence. */
export const SilenceDialog = ({ subject, scopes, onClose }: SilenceDialogProps) => {
  const titleId = useId();
  const refresh = useRefresh();
  const [isSaving, setSaving] = useState(false);
  const values = useZodForm(form, { scope: 0, until: inHours(1), reason: '' });
  const save = values.handleSubmit(async ({ scope, until, reason }) => {
    setSaving(true);
    try {
      await api.put(silenceSet, { ...scopes[scope]?.scope, until, reason });
      notify.success(`The actions of ${subject} are suppressed until the silence ends.`);
      await refresh(silenceSet);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      values.setError('reason', { message: error.detail });
      setSaving(false);
    }
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId} variant="h2">
        {`Silence ${subject}`}
      </DialogTitle>
      <FormProvider {...values}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isSaving) void save();
          }}
        >
          <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
            <SelectInput
              name="scope"
              label="What"
              options={scopes.map(({ label }, value) => ({ value, label }))}
              help="Matches are still recorded; their actions are suppressed."
            />
            <Box>
              <DateTimeInput name="until" label="Until" required />
              <Box sx={{ display: 'flex', gap: 1, mt: 1, flexWrap: 'wrap' }}>
                {lengths.map(({ label, hours }) => (
                  <Button
                    key={label}
                    size="small"
                    onClick={() =>
                      values.setValue('until', inHours(hours), { shouldDirty: true, shouldValidate: true })
                    }
                  >
                    {label}
                  </Button>
                ))}
              </Box>
            </Box>
            <TextInput name="reason" label="Reason" required rows={2} limit={maximumReasonCharacters} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="contained" disabled={isSaving}>
              Silence
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  );
};
