import type { ControlSetHistory } from '@cfs/contracts/compliance';
import { complianceWeeks } from '@cfs/contracts/control-statuses';
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { useAddressQuery } from '../../../lib/address-query.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { LiveSearch } from '../../../ui/list/live-search.tsx';
import type { ChecklistKey } from '../compliance-queries.ts';
import { matchingControls } from '../matching-controls.ts';
import { ComplianceTrend } from './compliance-trend.tsx';
import { HeatMap } from './heat-map.tsx';
import { HeatMapLegend } from './heat-map-legend.tsx';
import { useHistory, useTrend } from './weeks-queries.ts';

interface WeeksViewProps {
  readonly about: ChecklistKey;
  /** Shows the control in the checklist of a week. */
  readonly onChosen: (week: string, controlId: string) => void;
}

const noControls: ControlSetHistory['controls'] = [];

/** The weeks of a control set up to the chosen one: the trend of the compliant share, and the status of each control. */
export const WeeksView = ({ about, onChosen }: WeeksViewProps) => {
  const [address, patch] = useAddressQuery();
  const selectId = useId();
  const [search, setSearch] = useState('');
  const weeks = address['weeks'] === String(complianceWeeks.max) ? complianceWeeks.max : complianceWeeks.usual;
  const history = useHistory(about, weeks);
  const trend = useTrend(about, weeks);
  const wanted = useDeferredValue(search);
  const controls = history.data?.controls ?? noControls;
  const shown = useMemo(() => matchingControls(controls, wanted), [controls, wanted]);
  const error = history.error ?? trend.error;
  if (error && !(history.data && trend.data))
    return <FailedState error={error} onRetry={() => void (history.error ? history.refetch() : trend.refetch())} />;
  if (!history.data || !trend.data)
    return (
      <Box role="status" aria-label="Loading" sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <LinearProgress aria-label="Loading the weeks" sx={{ height: 2 }} />
        <Skeleton variant="rounded" height={150} />
        <Skeleton variant="rounded" height={320} />
      </Box>
    );
  return (
    <>
      <ComplianceTrend trend={trend.data} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, flexShrink: 0 }}>
        <LiveSearch text={search} fields="control and title" onType={setSearch} />
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <FormLabel htmlFor={selectId}>Weeks</FormLabel>
          <TextField
            select
            id={selectId}
            size="small"
            hiddenLabel
            value={weeks}
            onChange={({ target }) =>
              patch({ weeks: target.value === String(complianceWeeks.usual) ? undefined : target.value })
            }
            slotProps={{ select: { native: true } }}
          >
            <option value={complianceWeeks.usual}>{complianceWeeks.usual}</option>
            <option value={complianceWeeks.max}>{complianceWeeks.max}</option>
          </TextField>
        </Box>
        <HeatMapLegend />
      </Box>
      {shown.length === 0 ? (
        <EmptyState title={`No control matches "${wanted}"`} hint="Search by the name of a control or by its title." />
      ) : (
        <HeatMap
          key={`${about.controlSetId} ${history.data.weeks.length}`}
          history={{ weeks: history.data.weeks, controls: [...shown] }}
          onChosen={onChosen}
        />
      )}
    </>
  );
};
