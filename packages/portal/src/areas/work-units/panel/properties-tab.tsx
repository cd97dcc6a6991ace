import Skeleton from '@mui/material/Skeleton';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { WorkUnitProperties } from './work-unit-properties.tsx';

const IntakeAnswers = lazyPart(async () => (await import('../../intake/intake-answers.tsx')).IntakeAnswers);

/** The properties of a unit; those of an intake are shown with the form that they answer. */
export const PropertiesTab = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { workUnitId, properties, intakeFormVersion } = workUnit;
  const plain = <WorkUnitProperties text={properties} />;
  if (intakeFormVersion == null || properties === null) return plain;
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={160} role="status" aria-label="Loading" />}>
      <IntakeAnswers workUnitId={workUnitId} version={intakeFormVersion} answers={properties} otherwise={plain} />
    </Suspense>
  );
};
