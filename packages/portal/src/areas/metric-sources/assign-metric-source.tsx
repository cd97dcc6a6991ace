import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { blockTypes } from '@cfs/contracts/block-enumerations';
import { metricSourceAssignment, type MetricSource } from '@cfs/contracts/metric-sources';
import { api } from '../../lib/api/api-client.ts';
import { oneOf } from '../../lib/api/odata-filter.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { FormDrawer } from '../../ui/drawers/form-drawer.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { useZodForm } from '../../ui/forms/use-zod-form.ts';
import { BlockInput } from '../blocks/block-input.tsx';
import { acceptanceFailure } from './acceptance-failure.ts';
import { MetricSourceFacts } from './metric-source-facts.tsx';
import { metricSourceSet } from './metric-source-row.ts';
import { onlyFieldOf, ValueFieldInput } from './value-field-input.tsx';

/** Excludes heartbeat blocks of devices, whose packets are sent only by their agent. */
const assignable = oneOf('blockTypeId', [blockTypes.numeric, blockTypes.smallText]);

interface AssignMetricSourceProps {
  readonly source: MetricSource;
  /** Closes the form without an assignment. */
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Accepts a source as an existing block. */
export const AssignMetricSource = ({ source, onBack, onClose }: AssignMetricSourceProps) => {
  const refresh = useRefresh();
  const form = useZodForm(metricSourceAssignment, {
    blockId: '',
    valueField: onlyFieldOf(source),
  });
  return (
    <FormDrawer
      title={`Assign Source: ${source.name}`}
      form={form}
      failure={acceptanceFailure}
      submitLabel="Assign"
      onClose={onClose}
      onSave={async (values) => {
        await api.post(`${metricSourceSet}/${source.metricSourceId}/assign`, values);
        notify.success(`Assigned ${source.name} to a block.`);
        await refresh(metricSourceSet);
      }}
      extra={
        <Button color="inherit" onClick={onBack}>
          Back
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
        <FieldGrid>
          <BlockInput
            name="blockId"
            label="Block"
            required
            wide
            filter={assignable}
            help="Its packets come from this source from now on."
          />
          <ValueFieldInput source={source} />
        </FieldGrid>
        <MetricSourceFacts source={source} />
      </Box>
    </FormDrawer>
  );
};
