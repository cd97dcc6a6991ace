import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import RevealIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Secret } from '@cfs/contracts/secrets';
import { useCallback, useId, useState } from 'react';
import { RowAction } from '../../ui/grid/row-action.tsx';
import { DateTime } from '../../ui/text/date-time.tsx';
import { RevealedValue } from './revealed-value.tsx';
import { revealSecret } from './secret-queries.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';

interface SecretItemProps {
  readonly tenantId: string;
  readonly secret: Secret;
  readonly onReplace: () => void;
  readonly onDelete: () => void;
}

/** One secret: its name, its value on demand, and its commands. */
export const SecretItem = ({ tenantId, secret, onReplace, onDelete }: SecretItemProps) => {
  const { name, modified, modifiedBy } = secret;
  const [revealed, setRevealed] = useState<{ readonly value: string; readonly modified: string }>();
  const [isAsking, setAsking] = useState(false);
  const valueId = useId();
  const hide = useCallback(() => setRevealed(undefined), []);
  // A revealed value is no longer shown once the secret has been replaced.
  const value = revealed?.modified === modified ? revealed.value : undefined;
  const reveal = async (): Promise<void> => {
    setAsking(true);
    try {
      setRevealed({ value: await revealSecret(tenantId, secret), modified });
    } catch (error) {
      notifyProblem(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Box
      component="li"
      sx={{ px: 3, py: 2, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, fontSize: 14, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="caption" color="textSecondary" component="p" sx={{ overflowWrap: 'anywhere' }}>
            Entered <DateTime time={modified} /> by {modifiedBy}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexShrink: 0 }}>
          {value === undefined ? (
            <RowAction
              label={`Reveal ${name}`}
              icon={<RevealIcon />}
              disabled={isAsking}
              onClick={() => void reveal()}
            />
          ) : (
            <RowAction label={`Hide ${name}`} icon={<HideIcon />} onClick={hide} />
          )}
          <RowAction label={`Replace ${name}`} icon={<EditIcon />} onClick={onReplace} />
          <RowAction label={`Delete ${name}`} icon={<DeleteIcon />} onClick={onDelete} />
        </Box>
      </Box>
      {value !== undefined && <RevealedValue id={valueId} name={name} value={value} onHide={hide} />}
    </Box>
  );
};
