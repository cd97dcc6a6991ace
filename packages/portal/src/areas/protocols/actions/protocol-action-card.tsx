import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { LinkCell } from '../../../ui/grid/link-cell.tsx';
import { OpenAction } from '../../../ui/grid/open-action.tsx';
import { RowAction } from '../../../ui/grid/row-action.tsx';
import { protocolActionName, type ProtocolActionRow } from './protocol-action-row.ts';

interface ProtocolActionCardProps {
  readonly action: ProtocolActionRow;
  readonly mayEdit: boolean;
  /** The handle that moves the card; absent if the order is fixed. */
  readonly handle: ReactNode;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

/** An action of a protocol in the list of its event. */
export const ProtocolActionCard = ({ action, mayEdit, handle, onOpen, onDelete }: ProtocolActionCardProps) => {
  const name = protocolActionName(action);
  return (
    <Card sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: handle ? 1 : 3, pr: 1, py: 1 }}>
      {handle}
      <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <LinkCell text={name} onClick={onOpen} />
        {name !== action.actionDefinition.name && (
          <Typography variant="body2" color="textSecondary">
            {action.actionDefinition.name}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', md: 'row' }, alignItems: 'flex-end', gap: 1 }}>
        {!action.runAutomatically && action.repeatable && <Chip variant="outlined" label="Repeatable" />}
        <Chip
          variant={action.runAutomatically ? 'filled' : 'outlined'}
          label={action.runAutomatically ? 'Automatic' : 'Manual'}
        />
      </Box>
      <Box sx={{ display: 'flex' }}>
        <OpenAction name={name} mayEdit={mayEdit} onOpen={onOpen} />
        {mayEdit && <RowAction label={`Delete ${name}`} icon={<DeleteIcon />} onClick={onDelete} />}
      </Box>
    </Card>
  );
};
