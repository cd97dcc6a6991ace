import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useFormState, useWatch } from 'react-hook-form';
import { isOneOf, usePreference } from '../../../lib/preferences.ts';
import { workUnitStateLabels, type Severity, type WorkUnitState } from '@cfs/contracts/work-unit-enumerations';
import { useIsReadOnly } from '../../../ui/forms/read-only.ts';
import { usePlainKeys } from '../panel/use-plain-keys.ts';
import { SeverityChip } from '../../../ui/text/severity-chip.tsx';

type Fold = 'open' | 'folded';

const isFold = isOneOf('open', 'folded');

/** What the folded details say in one line. */
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
  /** Whether S goes to the state, as it does for a unit that exists. */
  readonly hasStateKey: boolean;
  readonly children: ReactNode;
}

/**
 * The fields beside the text of a unit, which each person folds as they like; in a narrow window they are folded at
 * first. A refused save unfolds them when one of them is invalid.
 */
export const UnitDetails = ({ hasStateKey, children }: UnitDetailsProps) => {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const [fold, setFold] = usePreference<Fold>(
    isNarrow ? 'unit-details-narrow' : 'unit-details',
    isNarrow ? 'folded' : 'open',
    isFold,
  );
  const isOpen = fold === 'open';
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  const isReadOnly = useIsReadOnly();
  /** Focuses the state before the next key is pressed, also when it is folded. */
  const focusState = (): void => {
    flushSync(() => setFold('open'));
    const input = fields.current?.querySelector('input[name="stateId"]');
    input?.parentElement?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  };
  usePlainKeys({ s: hasStateKey && !isReadOnly ? focusState : undefined });
  const { submitCount, errors } = useFormState();
  useEffect(() => {
    if (fields.current?.querySelector('[aria-invalid="true"]')) setFold('open');
  }, [submitCount, errors, setFold]);
  return (
    <Box
      className={isOpen ? 'unit-details' : 'unit-details folded'}
      sx={{ gridArea: 'details', minWidth: 0, display: 'flex', flexDirection: 'column', gap: 3 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 24 }}>
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setFold(isOpen ? 'folded' : 'open')}
          endIcon={<ExpandMoreIcon sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          sx={{ ml: -2, fontWeight: 600 }}
        >
          Details
        </Button>
        {!isOpen && <Summary />}
      </Box>
      <Box
        id={id}
        ref={fields}
        hidden={!isOpen}
        sx={{ display: isOpen ? 'flex' : 'none', flexDirection: 'column', gap: 4 }}
      >
        {children}
      </Box>
    </Box>
  );
};
