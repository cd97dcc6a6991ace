import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import type { Severity } from './theme/tokens.ts';

/** A severity in its colour; Sev4 has none. The word always stands there. */
export const SeverityChip = ({ severity }: { readonly severity: Severity }) => {
  const { tokens } = useTheme();
  const fill = tokens.severity[severity];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-block',
        px: 2,
        lineHeight: '22px',
        borderRadius: 1,
        fontSize: 12,
        fontWeight: 600,
        bgcolor: fill?.fill ?? 'transparent',
        color: fill?.text ?? 'text.primary',
      }}
    >
      {severity}
    </Box>
  );
};
