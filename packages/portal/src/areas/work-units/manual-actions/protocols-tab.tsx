import { eventOfState, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { allOf, equals } from '../../../lib/api/odata-filter.ts';
import { useRows } from '../../../lib/api/use-list.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { ManualActionCard } from './manual-action-card.tsx';
import { useManualActions } from './manual-action-queries.ts';
import { UnitActionHistory } from './unit-action-history.tsx';
import { UnitDryRun } from './unit-dry-run.tsx';
import { ProtocolActionList, type ManualProtocolAction } from './protocol-action-list.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';
import { inWords } from '../../../lib/texts/in-words.ts';

const states = Object.keys(eventOfState) as readonly WorkUnitState[];

const NoActions = () => <EmptyState title="No manual actions associated with this work unit." />;

const ManualActionsOfProtocol = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => {
  const { workUnitId, stateId, protocolId } = workUnit;
  const { data: present } = useManualActions(workUnitId);
  const actions = useRows<ManualProtocolAction>('/v1/protocolActions', {
    filter: allOf(equals('protocolId', protocolId), equals('runAutomatically', false)),
    expand: 'actionDefinition',
    orderBy: [{ field: 'sequence', direction: 'asc' }],
  });
  return (
    <QueryResult query={actions}>
      {(rows) =>
        rows.length === 0 ? (
          <NoActions />
        ) : (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
            {[stateId, ...states.filter((state) => state !== stateId)].map((state) => {
              const own = rows.filter(({ workUnitEventTypeId }) => workUnitEventTypeId === eventOfState[state]);
              if (own.length === 0) return null;
              const title = `When ${inWords(state)}${state === stateId ? ' (the current state)' : ''}`;
              const isPresent = present?.workUnitEventType === eventOfState[state];
              return (
                <section key={state}>
                  <Typography variant="h3" sx={{ mb: 2 }}>
                    {title}
                  </Typography>
                  {isPresent ? (
                    <Box
                      component="ul"
                      aria-label={title}
                      sx={{ display: 'flex', flexDirection: 'column', gap: 3, listStyle: 'none', m: 0, p: 0 }}
                    >
                      {present.value.map((action) => (
                        <ManualActionCard key={action.protocolActionId} workUnitId={workUnitId} action={action} />
                      ))}
                    </Box>
                  ) : (
                    <ProtocolActionList label={title} actions={own} />
                  )}
                </section>
              );
            })}
          </Box>
        )
      }
    </QueryResult>
  );
};

/**
 * The unit's protocol: all its manual actions by state; those of the current state can be run and rejected here too.
 * The history of the unit's actions can be opened here even without a protocol, a dry run only with one.
 */
export const ProtocolsTab = ({ workUnit }: { readonly workUnit: WorkUnitRow }) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, mb: 4 }}>
      {workUnit.protocol && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          Protocol: {workUnit.protocol.name}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: 'auto' }}>
        <UnitDryRun workUnit={workUnit} />
        <UnitActionHistory workUnit={workUnit} />
      </Box>
    </Box>
    {workUnit.protocolId === null ? <NoActions /> : <ManualActionsOfProtocol workUnit={workUnit} />}
  </>
);
