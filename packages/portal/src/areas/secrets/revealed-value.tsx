import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { monospace } from '../../ui/theme/theme.ts';

/** Milliseconds after which a revealed value is hidden again. */
const revealTime = 60_000;

interface RevealedValueProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly onHide: () => void;
}

/** The value of a secret, hidden again after a minute. */
export const RevealedValue = ({ id, name, value, onHide }: RevealedValueProps) => {
  useEffect(() => {
    const timer = setTimeout(onHide, revealTime);
    return () => clearTimeout(timer);
  }, [onHide]);
  return (
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 1, mt: 1, p: 2, bgcolor: 'action.hover', borderRadius: 1 }}>
      <Box
        component="output"
        id={id}
        aria-label={`Value of ${name}`}
        tabIndex={0}
        sx={{
          flexGrow: 1,
          minWidth: 0,
          maxHeight: 240,
          overflow: 'auto',
          fontFamily: monospace,
          fontSize: 13,
          lineHeight: '20px',
          py: 1,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {value}
      </Box>
      <CopyButton text={value} label={`Copy value of ${name}`} />
    </Box>
  );
};
