import type { MetricSource } from '@cfs/contracts/metric-sources';
import { SelectInput } from '../../ui/fields/select-input.tsx';
import { sampleOf } from './metric-source-row.ts';

/** The field of a source that becomes the value of its packets. */
export const ValueFieldInput = ({ source }: { readonly source: MetricSource }) => (
  <SelectInput
    name="valueField"
    label="Value"
    wide
    emptyLabel="None"
    allowsUnlisted
    help="The field that the tile and the chart show. Rules read every field under Metrics."
    options={sampleOf(source).map(({ field }) => ({ value: field, label: field }))}
  />
);

/** The only field of a source; `null` if there are several or none. */
export const onlyFieldOf = (source: MetricSource): string | null => {
  const [only, ...others] = sampleOf(source);
  return only && others.length === 0 ? only.field : null;
};
