import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ReorderList } from '../../../ui/reorder/reorder-list.tsx';
import { eventDescriptions, eventsInOrder } from './event-descriptions.ts';
import { ProtocolActionCard } from './protocol-action-card.tsx';
import { protocolActionName, type ProtocolActionRow } from './protocol-action-row.ts';
import { useProtocolActionCommands } from './use-protocol-action-commands.ts';

interface ProtocolActionListProps {
  readonly protocolId: string;
  readonly actions: readonly ProtocolActionRow[];
  readonly mayEdit: boolean;
  readonly onOpen: (protocolActionId: string) => void;
}

interface EventActionsProps extends ProtocolActionListProps {
  readonly event: (typeof eventsInOrder)[number];
}

/** The actions of one event, in the order in which they run and are offered. */
const EventActions = ({ event, protocolId, actions, mayEdit, onOpen }: EventActionsProps) => {
  const headingId = useId();
  const { remove, reorder } = useProtocolActionCommands(protocolId);
  const items = actions.map((action) => ({ id: action.protocolActionId, name: protocolActionName(action), action }));
  return (
    <section aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3">
        {event}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {eventDescriptions[event]}
      </Typography>
      <ReorderList
        label={`Actions of ${event}`}
        items={items}
        isFixed={!mayEdit}
        onReorder={(ids) => reorder(event, actions, ids)}
      >
        {({ action }, handle) => (
          <ProtocolActionCard
            action={action}
            mayEdit={mayEdit}
            handle={handle}
            onOpen={() => onOpen(action.protocolActionId)}
            onDelete={() => void remove(action)}
          />
        )}
      </ReorderList>
    </section>
  );
};

/** The actions of a protocol by event. */
export const ProtocolActionList = (props: ProtocolActionListProps) => {
  if (props.actions.length === 0)
    return (
      <EmptyState
        title="No actions yet"
        hint="An action runs automatically on an event of a work unit, or waits for a person to run it."
      />
    );
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 6 }}>
      {eventsInOrder.map((event) => {
        const actions = props.actions.filter((action) => action.workUnitEventTypeId === event);
        return actions.length > 0 && <EventActions key={event} {...props} event={event} actions={actions} />;
      })}
    </Box>
  );
};
