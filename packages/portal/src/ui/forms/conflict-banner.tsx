import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId, useState } from 'react';

/** A conflicting field with its label and both values, formatted. */
export interface FieldConflictLabels {
  readonly name: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictBannerProps {
  readonly detail: string;
  readonly conflicts?: readonly FieldConflictLabels[];
  readonly onReload?: () => void;
  /** Keeps the person's edits, except of these fields. */
  readonly onKeepMine?: (takingTheirs: ReadonlySet<string>) => void;
}

interface FieldConflictChoiceProps {
  readonly conflict: FieldConflictLabels;
  readonly takesTheirs: boolean;
  readonly onChange: (takesTheirs: boolean) => void;
}

const FieldConflictChoice = ({ conflict, takesTheirs, onChange }: FieldConflictChoiceProps) => {
  const labelId = useId();
  const choices = [
    { value: 'mine', label: `Yours: ${conflict.mine || 'nothing'}` },
    { value: 'theirs', label: `Theirs: ${conflict.theirs || 'nothing'}` },
  ];
  return (
    <Box>
      <FormLabel id={labelId} sx={{ fontSize: 13, fontWeight: 600, color: 'inherit' }}>
        {conflict.label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={takesTheirs ? 'theirs' : 'mine'}
        onChange={(_, side) => onChange(side === 'theirs')}
      >
        {choices.map(({ value, label }) => (
          <FormControlLabel
            key={value}
            value={value}
            label={label}
            control={<Radio size="small" color="default" sx={{ py: 0.5 }} />}
            slotProps={{ typography: { variant: 'body2', sx: { overflowWrap: 'anywhere' } } }}
          />
        ))}
      </RadioGroup>
    </Box>
  );
};

/** Reports a concurrent change, lets the person choose a value for each conflicting field, and offers the resolutions. */
export const ConflictBanner = ({ detail, conflicts = [], onReload, onKeepMine }: ConflictBannerProps) => {
  const [takingTheirs, setTakingTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, takesTheirs: boolean): void => {
    const others = [...takingTheirs].filter((each) => each !== name);
    setTakingTheirs(new Set(takesTheirs ? [...others, name] : others));
  };
  return (
    <Alert severity="warning" sx={{ mb: 4, '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}>
      {detail}
      {conflicts.length > 0 && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, mt: 2 }}>
          {conflicts.map((conflict) => (
            <FieldConflictChoice
              key={conflict.name}
              conflict={conflict}
              takesTheirs={takingTheirs.has(conflict.name)}
              onChange={(takesTheirs) => choose(conflict.name, takesTheirs)}
            />
          ))}
        </Box>
      )}
      {onReload && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
          <Button color="inherit" variant="outlined" onClick={onReload}>
            Reload
          </Button>
          {onKeepMine && (
            <Button color="inherit" variant="outlined" onClick={() => onKeepMine(takingTheirs)}>
              Keep my changes
            </Button>
          )}
          {onKeepMine && conflicts.length > 0 && (
            <Button
              color="inherit"
              variant="outlined"
              onClick={() => onKeepMine(new Set(conflicts.map(({ name }) => name)))}
            >
              Keep theirs
            </Button>
          )}
        </Box>
      )}
    </Alert>
  );
};
