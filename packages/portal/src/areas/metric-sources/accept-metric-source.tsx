import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { blockTypes } from '@cfs/contracts/block-enumerations';
import { metricSourceAcceptance, type MetricSource } from '@cfs/contracts/metric-sources';
import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { GuidInput } from '../../ui/fields/guid-input.tsx';
import { SubscriptionInput } from '../../ui/fields/tenant-subscription-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { acceptanceFailure } from './acceptance-failure.ts';
import { MetricSourceCommands } from './metric-source-commands.tsx';
import { MetricSourceFacts } from './metric-source-facts.tsx';
import { metricSourceSet } from './metric-source-row.ts';
import { onlyFieldOf, ValueFieldInput } from './value-field-input.tsx';

interface AcceptMetricSourceProps {
  readonly source: MetricSource;
  /** Opens the form for an existing block. */
  readonly onAssign: () => void;
  readonly onClose: () => void;
}

/** Accepts a source as a new block, with a suggested id and name. */
export const AcceptMetricSource = ({ source, onAssign, onClose }: AcceptMetricSourceProps) => {
  const tenantId = useTenantId();
  const refresh = useRefresh();
  const form = useZodForm(metricSourceAcceptance, {
    name: source.name,
    blockId: crypto.randomUUID(),
    blockTypeId: blockTypes.numeric,
    valueField: onlyFieldOf(source),
  });
  return (
    <FormDrawer
      title={`Accept Source: ${source.name}`}
      form={form}
      failure={acceptanceFailure}
      submitLabel="Accept"
      onClose={onClose}
      onSave={async (values) => {
        await api.post(`${metricSourceSet}/${source.metricSourceId}/accept`, values);
        notify.success(`Accepted ${source.name} as a block.`);
        await refresh(metricSourceSet, '/v1/blocks');
      }}
      extra={<MetricSourceCommands source={source} onDone={onClose} />}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
        <Button color="inherit" variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={onAssign}>
          Use an Existing Block
        </Button>
        <FieldGrid>
          <TextInput name="name" label="Name" required />
          <SubscriptionInput name="subscriptionId" tenantId={tenantId} required />
          <GuidInput name="blockId" label="Block ID" required wide help="The entity id of its packets." />
          <ValueFieldInput source={source} />
        </FieldGrid>
        <MetricSourceFacts source={source} />
      </Box>
    </FormDrawer>
  );
};
