import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

interface CharacterCountProps {
  readonly length: number;
  readonly limit: number;
}

/** The used share of a length limit: warning colour from 80 %, error colour at the limit. */
export const CharacterCount = ({ length, limit }: CharacterCountProps) => {
  const share = Math.min(1, length / limit);
  const color = share >= 1 ? 'error' : share >= 0.8 ? 'warning' : 'primary';
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1 }}>
      <LinearProgress
        aria-hidden
        variant="determinate"
        value={share * 100}
        color={color}
        sx={{
          flexGrow: 1,
          height: 3,
          borderRadius: 1,
          // A track looks like a full bar.
          bgcolor: 'transparent',
        }}
      />
      <Typography variant="caption" color="textSecondary">
        {length} of {limit}
      </Typography>
    </Box>
  );
};
