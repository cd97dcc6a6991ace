import { readIntakeForm } from '@cfs/contracts/intake';
import { answersByStep, type AnsweredStep } from '@cfs/contracts/intake-text';
import { isRecord } from '@cfs/contracts/json-record';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo, type ReactNode } from 'react';
import { PlainTable } from '../../ui/grid/plain-table.tsx';
import { useSubmittedForm } from './intake-queries.ts';

const stepsOfText = (form: string, answers: string): readonly AnsweredStep[] | undefined => {
  const read = readIntakeForm(form);
  const given: unknown = JSON.parse(answers);
  return 'form' in read && isRecord(given) ? answersByStep(read.form, given) : undefined;
};

interface IntakeAnswersProps {
  readonly workUnitId: number;
  readonly version: number;
  /** The answers as JSON text. */
  readonly answers: string;
  /** Shown if the form cannot be read. */
  readonly otherwise: ReactNode;
}

/** The answers of a submitted intake with the labels of the form version that was filled in, step by step. */
export const IntakeAnswers = ({ workUnitId, version, answers, otherwise }: IntakeAnswersProps) => {
  const { data: form, isPending } = useSubmittedForm(workUnitId);
  const steps = useMemo(() => (form == null ? undefined : stepsOfText(form, answers)), [form, answers]);
  if (isPending) return <Skeleton variant="rounded" height={160} role="status" aria-label="Loading" />;
  if (!steps) return otherwise;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Typography variant="body2" color="textSecondary">
        Version {version} of the intake form
      </Typography>
      {steps
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }, index) => (
          <Box key={index} component="section" aria-label={title || 'Answers'}>
            {title !== '' && (
              <Typography variant="h3" sx={{ mb: 2 }}>
                {title}
              </Typography>
            )}
            <PlainTable
              label={title || 'Answers'}
              rowKey={({ label }) => label}
              columns={[
                { header: 'Question', cell: ({ label }) => label },
                { header: 'Answer', cell: ({ value }) => value },
              ]}
              rows={lines}
            />
          </Box>
        ))}
    </Box>
  );
};
