import type { ConditionStanding } from '@cfs/contracts/rule-explanations';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';

const looks: Readonly<Record<ConditionStanding, readonly [tone: Tone, text: string]>> = {
  Holds: ['good', 'Holds'],
  Fails: ['bad', 'Fails'],
  Missing: ['warning', 'Missing'],
  Unknown: ['muted', 'Not decided'],
};

/** A label that shows whether a condition or an alternative holds. */
export const StandingLabel = ({ standing }: { readonly standing: ConditionStanding }) => {
  const [tone, text] = looks[standing];
  return <StateLabel tone={tone}>{text}</StateLabel>;
};
