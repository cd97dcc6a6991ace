import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId, useState } from 'react';

/** One field that two people changed, in the words of the form. */
export interface ShownClash {
  readonly name: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

interface ConflictBannerProps {
  readonly detail: string;
  readonly clashes?: readonly ShownClash[];
  readonly onReload?: () => void;
  /** Keeps the person's edits, except of the named fields. */
  readonly onKeepMine?: (yielding: ReadonlySet<string>) => void;
}

interface ClashChoiceProps {
  readonly clash: ShownClash;
  readonly isYielding: boolean;
  readonly onChange: (isYielding: boolean) => void;
}

const ClashChoice = ({ clash, isYielding, onChange }: ClashChoiceProps) => {
  const labelId = useId();
  const choices = [
    { value: 'mine', label: `Yours: ${clash.mine || 'nothing'}` },
    { value: 'theirs', label: `Theirs: ${clash.theirs || 'nothing'}` },
  ];
  return (
    <Box>
      <FormLabel id={labelId} sx={{ fontSize: 13, fontWeight: 600, color: 'inherit' }}>
        {clash.label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={isYielding ? 'theirs' : 'mine'}
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

/** Says that somebody else changed the same thing, shows both values where they meet, and offers the ways on. */
export const ConflictBanner = ({ detail, clashes = [], onReload, onKeepMine }: ConflictBannerProps) => {
  const [yielding, setYielding] = useState<ReadonlySet<string>>(new Set());
  const choose = (name: string, isYielding: boolean): void => {
    const others = [...yielding].filter((each) => each !== name);
    setYielding(new Set(isYielding ? [...others, name] : others));
  };
  return (
    <Alert severity="warning" sx={{ mb: 4, '& .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }}>
      {detail}
      {clashes.length > 0 && (
        <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, mt: 2 }}>
          {clashes.map((clash) => (
            <ClashChoice
              key={clash.name}
              clash={clash}
              isYielding={yielding.has(clash.name)}
              onChange={(isYielding) => choose(clash.name, isYielding)}
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
            <Button color="inherit" variant="outlined" onClick={() => onKeepMine(yielding)}>
              Keep my changes
            </Button>
          )}
          {onKeepMine && clashes.length > 0 && (
            <Button
              color="inherit"
              variant="outlined"
              onClick={() => onKeepMine(new Set(clashes.map(({ name }) => name)))}
            >
              Keep theirs
            </Button>
          )}
        </Box>
      )}
    </Alert>
  );
};
