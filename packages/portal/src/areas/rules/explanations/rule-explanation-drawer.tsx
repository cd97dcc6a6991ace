import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ruleExplanationQuerySchema, type RuleExplanation } from '@cfs/contracts/rule-explanations';
import { formatTimeSpan } from '@cfs/contracts/time-span';
import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { api } from '../../../lib/api/api-client.ts';
import { equals } from '../../../lib/api/odata-filter.ts';
import { SidePanel } from '../../../ui/drawers/side-panel.tsx';
import { useOpenedRow } from '../../../ui/drawers/use-opened-row.ts';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { SearchInput } from '../../../ui/fields/search-input.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { useInputOptions } from '../editor/rule-lookups.ts';
import { ruleSet, type RuleRow } from '../rule-row.ts';
import { AlternativesTable } from './alternatives-table.tsx';
import { Section } from './section.tsx';

/** The operand whose options are the entities of a tenant. */
const entityOperandId = 6;

const Answer = ({ explanation }: { readonly explanation: RuleExplanation }) => {
  const { verdict, reasons, alternatives, timestamp, ruleMatchId, entityName, timer } = explanation;
  const about = entityName === null ? '' : ` of ${entityName}`;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Alert severity={reasons.length === 0 || ruleMatchId !== null ? 'success' : 'warning'}>{verdict}</Alert>
      {reasons.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 4 }}>
          {reasons.map((reason) => (
            <Typography key={reason} component="li" variant="body2">
              {reason}
            </Typography>
          ))}
        </Box>
      )}
      {timer && (
        <Typography variant="body2" color="textSecondary">
          Its timer last fired at <DateTime time={timer.fired} />
          {timer.lateMilliseconds >= 1_000 && `, ${formatTimeSpan(Math.round(timer.lateMilliseconds / 1_000))} late`}
        </Typography>
      )}
      {alternatives.length > 0 && (
        <Section title="Conditions">
          <Typography variant="body2" color="textSecondary">
            {timestamp === null ? (
              `Current state${about}`
            ) : (
              <>
                On the latest packet{about}, from <DateTime time={timestamp} />
              </>
            )}
          </Typography>
          <AlternativesTable
            label={timestamp === null ? 'Conditions at present' : 'Conditions on the latest packet'}
            alternatives={alternatives}
          />
        </Section>
      )}
    </Box>
  );
};

/** The current state of every condition of a rule about an entity: why it fires, or why it does not. */
export const RuleExplanationDrawer = ({
  ruleId,
  onClose,
}: {
  readonly ruleId: string;
  readonly onClose: () => void;
}) => {
  const rule = useOpenedRow<RuleRow>(ruleSet, equals('ruleId', ruleId));
  const form = useForm<{ entityId: string | null }>({ defaultValues: { entityId: null } });
  const entityId = useWatch({ control: form.control, name: 'entityId' })?.trim() ?? '';
  const isChosen = ruleExplanationQuerySchema.safeParse({ entityId }).success;
  const options = useInputOptions(entityOperandId, rule?.tenantId ?? null, rule !== undefined);
  const query = useQuery({
    queryKey: [ruleSet, ruleId, 'explanation', entityId],
    queryFn: ({ signal }) =>
      api.get<RuleExplanation>(`${ruleSet}/${ruleId}/explanation?entityId=${entityId}`, { signal }),
    enabled: isChosen,
  });
  return (
    <SidePanel title={rule ? `Explain: ${rule.name}` : 'Explain'} onClose={onClose}>
      <FormProvider {...form}>
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
          <SearchInput
            name="entityId"
            label="Entity"
            options={options}
            allowsFreeText
            help="Choose a block or a device, or enter the id of an entity, a group or a work unit."
          />
          {isChosen ? (
            <QueryResult query={query}>{(explanation) => <Answer explanation={explanation} />}</QueryResult>
          ) : (
            <Typography variant="body2" color="textSecondary">
              {entityId === ''
                ? 'Choose an entity to see the state of every condition of the rule, and why the rule does or does not fire.'
                : 'Please enter a valid GUID.'}
            </Typography>
          )}
        </Box>
      </FormProvider>
    </SidePanel>
  );
};
