import type { DryRunAction } from '@cfs/contracts/dry-run';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { notify } from '../../../lib/notify.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../../ui/feedback/query-result.tsx';
import { DryRunItem } from './dry-run-item.tsx';
import { dryRunText } from './dry-run-words.ts';

/** The subject of a dry run, and how to request it. */
export interface DryRunOf {
  /** The display name of the subject, such as `#7`. */
  readonly subject: string;
  /** The URL of the call. */
  readonly url: string;
  /** The field of the body for the occasion; `label` is its display name. */
  readonly field: string;
  readonly label: string;
  /** The occasions with their display names; the first one is selected when the dialog opens. */
  readonly occasions: readonly (readonly [value: string, words: string])[];
  /** Shown if no action would run. */
  readonly emptyTitle: string;
}

export interface DryRunContentProps {
  readonly of: DryRunOf;
  readonly onClose: () => void;
}

const copyAll = async (actions: readonly DryRunAction[]): Promise<void> => {
  if (await copyText(dryRunText(actions))) notify.info('Content copied successfully!');
};

/** Lists the actions that an occasion would run, in order; nothing is written or sent. */
export const DryRunContent = ({ of, onClose }: DryRunContentProps) => {
  const titleId = useId();
  const { subject, url, field, label, occasions, emptyTitle } = of;
  const [occasion, setOccasion] = useState(occasions[0]?.[0] ?? '');
  const dryRun = useQuery({
    queryKey: ['dryRun', url, occasion],
    queryFn: () => api.post<{ readonly value: readonly DryRunAction[] }>(url, { [field]: occasion }),
    gcTime: 0,
    staleTime: 0,
  });
  const actions = dryRun.data?.value ?? [];
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId} variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        Dry Run: {subject}
      </DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
        <DialogContentText>What would happen now. Nothing is written or sent.</DialogContentText>
        <TextField
          select
          label={label}
          value={occasion}
          onChange={({ target }) => setOccasion(target.value)}
          sx={{ maxWidth: 320 }}
        >
          {occasions.map(([value, words]) => (
            <MenuItem key={value} value={value}>
              {words}
            </MenuItem>
          ))}
        </TextField>
        <QueryResult query={dryRun}>
          {({ value }) =>
            value.length === 0 ? (
              <EmptyState title={emptyTitle} />
            ) : (
              <Box
                component="ol"
                aria-label="Actions in their order"
                sx={{ display: 'flex', flexDirection: 'column', gap: 3, listStyle: 'none', m: 0, p: 0 }}
              >
                {value.map((action, index) => (
                  <DryRunItem
                    key={`${occasion} ${action.protocolActionId ?? index}`}
                    action={action}
                    position={index + 1}
                  />
                ))}
              </Box>
            )
          }
        </QueryResult>
      </DialogContent>
      <DialogActions>
        {actions.length > 0 && (
          <Button sx={{ mr: 'auto' }} onClick={() => void copyAll(actions)}>
            Copy All
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
};
