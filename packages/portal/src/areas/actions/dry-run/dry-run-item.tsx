import type { DryRunAction } from '@cfs/contracts/dry-run';
import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { DryRunEffect } from './dry-run-effect.tsx';
import { effectSummary, outcomeLabels } from './dry-run-words.ts';

interface DryRunItemProps {
  readonly action: DryRunAction;
  /** Counts from 1. */
  readonly position: number;
}

/**
 * An action of a dry run: whether it runs, a summary of its effect, and, when expanded, everything that it would send.
 */
export const DryRunItem = ({ action: { name, outcome, reason, effect }, position }: DryRunItemProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [tone, words] = outcomeLabels[outcome];
  return (
    <Box component="li" sx={{ p: 3, border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h3">
            {position}. {name}
          </Typography>
          {(effect !== null || reason === null) && (
            <Typography variant="body2" color="textSecondary">
              {effect ? effectSummary(effect) : 'The details are too long to be shown.'}
            </Typography>
          )}
        </Box>
        <StateLabel tone={tone}>{words}</StateLabel>
      </Box>
      {reason !== null && (
        <Typography variant="body2" sx={{ mt: 2, overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
      {effect && (
        <>
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`Details of ${position}. ${name}`}
            startIcon={isOpen ? <ExpandLessIcon /> : <ExpandMoreIcon />}
            onClick={() => setOpen(!isOpen)}
            sx={{ mt: 1, ml: -1 }}
          >
            Details
          </Button>
          <Box id={id} hidden={!isOpen} sx={{ mt: 2 }}>
            {isOpen && <DryRunEffect effect={effect} />}
          </Box>
        </>
      )}
    </Box>
  );
};
