import type { MetricSource } from '@cfs/contracts/metric-sources';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { equals } from '../../lib/api/odata-filter.ts';
import { usePermissions } from '../../lib/permissions.tsx';
import { useTenantId } from '../../lib/tenant/use-tenant.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import type { OpenRow } from '../../ui/drawers/use-open-row.ts';
import { useOpenedRow } from '../../ui/drawers/use-opened-row.ts';
import { AcceptMetricSource } from './accept-metric-source.tsx';
import { AssignMetricSource } from './assign-metric-source.tsx';
import { MetricSourceCommands } from './metric-source-commands.tsx';
import { MetricSourceFacts } from './metric-source-facts.tsx';
import { metricSourceSet } from './metric-source-row.ts';

/** The source in the URL: the form that accepts or assigns it, or its details. */
export const MetricSourcePanel = ({ drawer }: { readonly drawer: OpenRow }) => {
  const { openId, close } = drawer;
  const permissions = usePermissions();
  const tenantId = useTenantId();
  const [assigningId, setAssigningId] = useState<string>();
  const source = useOpenedRow<MetricSource>(metricSourceSet, equals('metricSourceId', openId));
  if (openId === undefined || source === undefined) return null;
  const mayEdit = permissions.has('MetricSources:edit');
  const { metricSourceId } = source;
  const assign = (): void => setAssigningId(metricSourceId);
  const back = (): void => setAssigningId(undefined);
  const closeAssignment = (): void => {
    back();
    close();
  };
  if (mayEdit && assigningId === metricSourceId)
    return <AssignMetricSource key={metricSourceId} source={source} onBack={back} onClose={closeAssignment} />;
  if (source.entityId === null && mayEdit && permissions.has('Blocks:create'))
    return <AcceptMetricSource key={metricSourceId} source={source} onAssign={assign} onClose={close} />;
  return (
    <SidePanel
      title={source.name}
      id={metricSourceId}
      onClose={close}
      footer={mayEdit && <MetricSourceCommands source={source} onDone={close} />}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        {source.entityId !== null && (
          <Typography variant="body2">
            Its packets are shown in{' '}
            <Link href={`/${tenantId}/blocks?blockId=${source.entityId}`}>the block {source.entityId}</Link>
            {source.valueField === null ? '.' : `, with ${source.valueField} as value.`}
          </Typography>
        )}
        {mayEdit && source.entityId === null && (
          <Button color="inherit" variant="outlined" sx={{ alignSelf: 'flex-start' }} onClick={assign}>
            Use an Existing Block
          </Button>
        )}
        <MetricSourceFacts source={source} />
      </Box>
    </SidePanel>
  );
};
