import type { ManualActionStatus } from '@cfs/contracts/manual-actions';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';

const looks: Readonly<Record<ManualActionStatus, readonly [Tone, string]>> = {
  waiting: ['warning', 'Waiting'],
  running: ['underway', 'Running'],
  succeeded: ['good', 'Succeeded'],
  failed: ['bad', 'Failed'],
  rejected: ['muted', 'Rejected'],
};

/** A label for the state of a manual action, or of one of its runs. */
export const ManualActionStatusLabel = ({ status }: { readonly status: ManualActionStatus }) => {
  const [tone, words] = looks[status];
  return <StateLabel tone={tone}>{words}</StateLabel>;
};
