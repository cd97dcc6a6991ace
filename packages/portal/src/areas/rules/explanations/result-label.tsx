import type { ConditionResult } from '@cfs/contracts/rule-explanations';
import { StateLabel, type Tone } from '../../../ui/text/state-label.tsx';

const looks: Readonly<Record<ConditionResult, readonly [tone: Tone, text: string]>> = {
  Holds: ['good', 'Holds'],
  Fails: ['bad', 'Fails'],
  Missing: ['warning', 'Missing'],
  Unknown: ['muted', 'Not decided'],
};

/** A label that shows whether a condition or an alternative holds. */
export const ResultLabel = ({ result }: { readonly result: ConditionResult }) => {
  const [tone, text] = looks[result];
  return <StateLabel tone={tone}>{text}</StateLabel>;
};
