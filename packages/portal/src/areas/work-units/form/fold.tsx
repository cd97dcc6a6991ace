import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useFormState } from 'react-hook-form';
import { isOneOf, usePreference } from '../../../lib/preferences/preferences.ts';
import { useAfterPaint } from '../../../lib/timing/use-after-paint.ts';

type State = 'open' | 'folded';

const isState = isOneOf('open', 'folded');

/** The state of collapsible fields of a form. */
interface Fold {
  readonly isOpen: boolean;
  /** Whether the fields are rendered: after everything else, or immediately when they are opened. */
  readonly hasFields: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly id: string;
  readonly fields: RefObject<HTMLDivElement | null>;
}

interface FoldOptions {
  /** The name of the preference that keeps the state for the user. */
  readonly name: string;
  readonly fallback: State;
  /** Opens the fields and keeps them open unless the user collapses them. */
  readonly opensAnyway?: boolean;
}

/**
 * Fields that the user can collapse; a preference keeps the state. A failed save expands them if one of them is
 * invalid.
 */
export const useFold = ({ name, fallback, opensAnyway = false }: FoldOptions): Fold => {
  const [state, setState] = usePreference<State>(name, fallback, isState);
  const [chosen, setChosen] = useState<boolean>();
  const [isKeptOpen, keepOpen] = useState(opensAnyway);
  if (opensAnyway && !isKeptOpen) keepOpen(true);
  const fields = useRef<HTMLDivElement>(null);
  const [hasFields, renderFields] = useAfterPaint();
  const { submitCount, errors } = useFormState();
  useEffect(() => {
    if (fields.current?.querySelector('[aria-invalid="true"]')) setChosen(true);
  }, [submitCount, errors]);
  return {
    isOpen: chosen ?? (isKeptOpen || state === 'open'),
    hasFields,
    setOpen: (isOpen) => {
      renderFields();
      setChosen(isOpen);
      setState(isOpen ? 'open' : 'folded');
    },
    id: useId(),
    fields,
  };
};

interface FoldedFieldsProps {
  readonly fold: Fold;
  readonly label: string;
  /** Shown next to the label while the fields are collapsed. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** The button that expands and collapses the fields, and the fields. */
export const FoldedFields = ({ fold, label, summary, children }: FoldedFieldsProps) => {
  const { isOpen, hasFields, setOpen, id, fields } = fold;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 24 }}>
        <Button
          size="small"
          color="inherit"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          endIcon={<ExpandMoreIcon sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          sx={{ ml: -2, fontWeight: 600, whiteSpace: 'nowrap' }}
        >
          {label}
        </Button>
        {!isOpen && summary}
      </Box>
      <Box
        id={id}
        ref={fields}
        hidden={!isOpen}
        sx={{
          display: isOpen ? 'flex' : 'none',
          flexDirection: 'column',
          gap: 4,
          // Reserves space, so that content below long fields is not painted where they are about to appear.
          minHeight: hasFields ? undefined : '100vh',
        }}
      >
        {hasFields && children}
      </Box>
    </>
  );
};
