import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { aggregationGroups } from '@cfs/contracts/rule-aggregations';
import { correlationReaches } from '@cfs/contracts/rule-correlations';
import { operatorsWithoutValue, ruleOperators } from '@cfs/contracts/rule-operators';
import { ruleTypes } from '@cfs/contracts/rule-types';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { FieldGrid } from '../../../ui/fields/field-grid.tsx';
import { SelectInput } from '../../../ui/fields/select-input.tsx';
import { SwitchInput } from '../../../ui/fields/switch-input.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { TimeSpanInput } from '../../../ui/fields/time-span-input.tsx';
import { useOperators } from './rule-lookups.ts';
import type { RuleValues } from './rule-values.ts';

const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** Operators that a filter of samples does not support. */
const patternOperators: ReadonlySet<unknown> = new Set([ruleOperators.Matches, ruleOperators.NotMatches]);

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Box component="section" aria-label={title} sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
    <Typography variant="h3">{title}</Typography>
    <FieldGrid>{children}</FieldGrid>
  </Box>
);

const CorrelationSettings = () => (
  <Section title="Correlation">
    <SelectInput
      name="correlation.Reach"
      label="Reach"
      required
      options={named(correlationReaches)}
      help="Matches of the same subject, the same device or the same tenant belong together."
    />
    <TimeSpanInput
      name="correlation.Span"
      label="Span"
      required
      help="A rule counts as active while its match is open and this long after it."
    />
    <SwitchInput name="correlation.Ordered" label="In the order of the conditions" />
  </Section>
);

const AggregationSettings = () => {
  const operator = useWatch<RuleValues, 'aggregation.Where.Operator'>({ name: 'aggregation.Where.Operator' });
  const operators = useOperators().filter(({ value }) => !patternOperators.has(value));
  return (
    <Section title="Aggregation">
      <TimeSpanInput
        name="aggregation.Bucket"
        label="Bucket"
        required
        help="Evaluated once, 5 minutes after its end. Aligned to midnight UTC."
      />
      <SelectInput name="aggregation.GroupBy" label="Group By" required options={named(aggregationGroups)} />
      <TextInput
        name="aggregation.Field"
        label="Field"
        help="The field for Sum, Average, Minimum and Maximum, such as Metrics.CpuPercent. Empty: Value."
      />
      <SelectInput
        name="aggregation.Where.Operator"
        label="Count samples where"
        emptyLabel="Every sample"
        options={operators}
      />
      {operator !== null && (
        <>
          <TextInput name="aggregation.Where.Field" label="Where Field" help="Such as States.Health. Empty: Value." />
          {!operatorsWithoutValue.has(operator) && <TextInput name="aggregation.Where.Value" label="Where Value" />}
        </>
      )}
    </Section>
  );
};

const WorkUnitSettings = () => (
  <Section title="Work units">
    <SwitchInput name="includeOwnWorkUnits" label="Also run on work units that this rule has created" />
  </Section>
);

/** The settings of a rule type besides the conditions; most types have none. */
export const TypeSettings = () => {
  const ruleTypeId = useWatch<RuleValues, 'ruleTypeId'>({ name: 'ruleTypeId' });
  switch (ruleTypeId) {
    case ruleTypes.Correlation:
      return <CorrelationSettings />;
    case ruleTypes.Aggregation:
      return <AggregationSettings />;
    case ruleTypes.WorkUnit:
      return <WorkUnitSettings />;
    default:
      return null;
  }
};
