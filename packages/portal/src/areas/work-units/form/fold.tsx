import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useFormState } from 'react-hook-form';
import { isOneOf, usePreference } from '../../../lib/preferences.ts';
import { useAfterPaint } from '../../../lib/use-after-paint.ts';

type State = 'open' | 'folded';

const isState = isOneOf('open', 'folded');

/** Fields of a form that fold. */
interface Fold {
  readonly isOpen: boolean;
  /** Whether the fields are rendered: after everything else, and at once when they are opened. */
  readonly hasFields: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly id: string;
  readonly fields: RefObject<HTMLDivElement | null>;
}

interface FoldOptions {
  /** The name of the preference that keeps the state for the person. */
  readonly name: string;
  readonly fallback: State;
  /** Opens the fields, and leaves them open, unless the person folds them. */
  readonly opensAnyway?: boolean;
}

/** The state of fields that each person folds as they like. A refused save unfolds them when one of them is invalid. */
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
  /** What is said beside the label while the fields are folded. */
  readonly summary?: ReactNode;
  readonly children: ReactNode;
}

/** The button of a fold, and its fields. */
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
          // What comes after long fields is not painted where they are about to be.
          minHeight: hasFields ? undefined : '100vh',
        }}
      >
        {hasFields && children}
      </Box>
    </>
  );
};
