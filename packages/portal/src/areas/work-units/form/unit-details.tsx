import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { workUnitStateLabels, type Severity, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import { useIsReadOnly } from '../../../ui/forms/read-only.ts';
import { useLetterShortcuts } from '../panel/use-letter-shortcuts.ts';
import { SeverityChip } from '../../../ui/text/severity-chip.tsx';
import { FoldedFields, useFold } from './fold.tsx';

/** The summary of the collapsed details, in one line. */
const Summary = () => {
  const [severity, state, assignedTo] = useWatch({ name: ['severityId', 'stateId', 'assignedTo'] }) as [
    Severity,
    WorkUnitState,
    string | null,
  ];
  return (
    <>
      <SeverityChip severity={severity} />
      <Typography variant="body2" noWrap>
        {workUnitStateLabels[state]}, {assignedTo ?? 'not assigned'}
      </Typography>
    </>
  );
};

interface UnitDetailsProps {
  /** Whether the key S focuses the state, as it does for a stored unit. */
  readonly hasStateKey: boolean;
  /** Opens the fields even if they are collapsed initially. */
  readonly opensAnyway: boolean;
  readonly children: ReactNode;
}

/** The fields next to the text of a unit; in a narrow window those of a stored unit are collapsed initially. */
export const UnitDetails = ({ hasStateKey, opensAnyway, children }: UnitDetailsProps) => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const fold = useFold({
    name: isNarrow ? 'unit-details-narrow' : 'unit-details',
    fallback: isNarrow ? 'folded' : 'open',
    opensAnyway,
  });
  const isReadOnly = useIsReadOnly();
  /** Focuses the state synchronously, before the next key press, even if the fields are collapsed. */
  const focusState = (): void => {
    flushSync(() => fold.setOpen(true));
    const input = fold.fields.current?.querySelector('input[name="stateId"]');
    input?.parentElement?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  };
  useLetterShortcuts(fold.fields, { s: hasStateKey && !isReadOnly ? focusState : undefined });
  return (
    <Box
      className={fold.isOpen ? 'unit-details' : 'unit-details folded'}
      sx={{ gridArea: 'details', minWidth: 0, display: 'flex', flexDirection: 'column', gap: 3 }}
    >
      <FoldedFields fold={fold} label="Details" summary={<Summary />}>
        {children}
      </FoldedFields>
    </Box>
  );
};
