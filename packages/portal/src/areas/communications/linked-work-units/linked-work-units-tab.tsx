import { workUnitStateLabels } from '@cfs/contracts/work-unit-enumerations';
import LinkOffIcon from '@mui/icons-material/LinkOff';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { api } from '../../../lib/api/api-client.ts';
import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import { PlainTable, type PlainColumn } from '../../../ui/grid/plain-table.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { SeverityChip } from '../../../ui/text/severity-chip.tsx';
import { WorkUnitSearch } from '../../work-units/relations/work-unit-search.tsx';
import { communicationSet } from '../communication-set.ts';
import type { CommunicationRow, LinkedWorkUnit } from '../communication-row.ts';

const columns: readonly PlainColumn<LinkedWorkUnit>[] = [
  {
    header: 'Work Unit',
    cell: ({ tenantId, workUnitId, publicWorkUnitId, title }) => (
      <a href={`/${tenantId}/workunitsv2?workUnitId=${workUnitId}`}>{`#${publicWorkUnitId}: ${title}`}</a>
    ),
  },
  { header: 'Severity', isNarrow: true, cell: ({ severityId }) => <SeverityChip severity={severityId} /> },
  { header: 'State', isNarrow: true, isWideOnly: true, cell: ({ stateId }) => workUnitStateLabels[stateId] },
];

/** Links and unlinks work units, and shows the reason if that fails. */
const useLinkCommands = ({ workUnitCommunicationId }: CommunicationRow) => {
  const refresh = useRefresh();
  const ask = useAsk();
  const address = `${communicationSet}/${workUnitCommunicationId}/workUnits`;
  const attempt = async (change: () => Promise<unknown>): Promise<void> => {
    try {
      await change();
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh(communicationSet);
    }
  };
  return {
    add: (workUnitId: number): Promise<void> => attempt(() => api.post(address, { workunitIds: [workUnitId] })),
    remove: async ({ workUnitId, publicWorkUnitId, title }: LinkedWorkUnit): Promise<void> => {
      const text = `Remove the link to #${publicWorkUnitId}: ${title}?`;
      const answer = await ask({ title: 'Remove Work Unit', text, yes: 'Remove', no: 'Cancel', isDestructive: true });
      if (answer === undefined) return;
      await attempt(() => api.delete(`${address}/${workUnitId}`));
    },
  };
};

interface LinkedWorkUnitsTabProps {
  readonly communication: CommunicationRow;
  readonly mayEdit: boolean;
}

/** The work units that a communication links to, with a search to add some and a button to remove each. */
export const LinkedWorkUnitsTab = ({ communication, mayEdit }: LinkedWorkUnitsTabProps) => {
  const { tenantId, workUnits = [] } = communication;
  const { add, remove } = useLinkCommands(communication);
  const isNew = workUnits.map(({ workUnitId }) => `workUnitId ne ${workUnitId}`);
  const actions: PlainColumn<LinkedWorkUnit> = {
    header: 'Actions',
    isNarrow: true,
    cell: (unit) => (
      <RowAction
        label={`Remove #${unit.publicWorkUnitId}: ${unit.title}`}
        icon={<LinkOffIcon />}
        onClick={() => void remove(unit)}
      />
    ),
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
      {mayEdit && (
        <WorkUnitSearch
          label="Link a work unit"
          filter={allOf(equals('tenantId', tenantId), ...isNew)}
          onChosen={(workUnitId) => void add(workUnitId)}
        />
      )}
      {workUnits.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No work units linked.
        </Typography>
      ) : (
        <PlainTable
          label="Work Units"
          rows={workUnits}
          rowKey={({ workUnitId }) => String(workUnitId)}
          columns={mayEdit ? [...columns, actions] : columns}
        />
      )}
    </Box>
  );
};
