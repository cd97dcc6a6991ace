import type { ManualActionStanding } from '@cfs/contracts/manual-actions';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';

const looks: Readonly<Record<ManualActionStanding, readonly [Tone, string]>> = {
  waiting: ['warning', 'Waiting'],
  running: ['underway', 'Running'],
  succeeded: ['good', 'Succeeded'],
  failed: ['bad', 'Failed'],
  rejected: ['muted', 'Rejected'],
};

/** A label for the state of a manual action, or of one of its runs. */
export const ManualActionStandingLabel = ({ standing }: { readonly standing: ManualActionStanding }) => {
  const [tone, words] = looks[standing];
  return <StateLabel tone={tone}>{words}</StateLabel>;
};
