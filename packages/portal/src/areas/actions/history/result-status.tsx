import { resultStatuses } from '@cfs/contracts/action-enumerations';
import { enumName } from '../../../lib/texts/enumerations.ts';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';
import { inWords } from '../../../lib/texts/in-words.ts';

const tones: Readonly<Record<number, Tone>> = {
  [resultStatuses.Success]: 'good',
  [resultStatuses.Failure]: 'bad',
  [resultStatuses.EnqueueSuccess]: 'underway',
  [resultStatuses.EnqueueFailure]: 'bad',
  [resultStatuses.Suppressed]: 'muted',
};

/** The result of an attempt. */
export const ResultStatus = ({ statusId }: { readonly statusId: number }) => (
  <StateLabel tone={tones[statusId] ?? 'warning'}>{inWords(enumName(resultStatuses, statusId))}</StateLabel>
);
