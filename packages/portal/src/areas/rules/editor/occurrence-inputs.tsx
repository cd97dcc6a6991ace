import { maximumOccurrences, occurrenceOptions } from '@cfs/contracts/rule-occurrences';
import { useWatch } from 'react-hook-form';
import { NumberInput } from '../../../ui/fields/number-input.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { TimeSpanInput } from '../../../ui/fields/time-span-input.tsx';
import { useOccurrenceOptions } from './rule-lookups.ts';
import type { RuleValues } from './rule-values.ts';

const counting: ReadonlySet<number> = new Set([occurrenceOptions.TimesInARow, occurrenceOptions.TimesWithinSpan]);
const spanning: ReadonlySet<number> = new Set([occurrenceOptions.TimesWithinSpan, occurrenceOptions.OncePerSpan]);

/** How often the alternative of a condition must hold before it counts. */
export const OccurrenceInputs = ({ index }: { readonly index: number }) => {
  const option = useWatch<RuleValues, `conditions.${number}.OccurrencePattern.Option`>({
    name: `conditions.${index}.OccurrencePattern.Option`,
  });
  const name = `conditions.${index}.OccurrencePattern`;
  return (
    <>
      <SelectInput name={`${name}.Option`} label="Occurrence" options={useOccurrenceOptions()} />
      {counting.has(option) && <NumberInput name={`${name}.Count`} label="Count" min={1} max={maximumOccurrences} />}
      {spanning.has(option) && <TimeSpanInput name={`${name}.Span`} label="Span" />}
    </>
  );
};
