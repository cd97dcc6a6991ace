import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { ProtocolUsers } from './protocol-users.tsx';

/** A protocol whose deletion the server refused. */
export interface ProtocolInUse {
  readonly protocolId: string;
  readonly name: string;
  /** The server's reason. */
  readonly detail: string;
}

interface ProtocolInUseDialogProps {
  readonly protocol: ProtocolInUse;
  readonly onClose: () => void;
}

/** Shows why a protocol cannot be deleted, with links to the rules and work units that use it. */
export const ProtocolInUseDialog = ({ protocol, onClose }: ProtocolInUseDialogProps) => {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId} variant="h2">
        Could not delete {protocol.name}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <DialogContentText sx={{ overflowWrap: 'anywhere' }}>
          {protocol.detail} Choose another protocol there, then delete this one.
        </DialogContentText>
        <ProtocolUsers protocolId={protocol.protocolId} />
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
};
