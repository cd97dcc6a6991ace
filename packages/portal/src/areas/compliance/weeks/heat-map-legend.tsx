import { controlStatusNames } from '@cfs/contracts/control-statuses';
import Box from '@mui/material/Box';
import { statusLetters, statusText } from './week-statuses.ts';

/** The legend of the letters and colours in the heat map. */
export const HeatMapLegend = () => (
  <Box
    component="ul"
    aria-label="Legend"
    sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, p: 0, listStyle: 'none', fontSize: 13 }}
  >
    {[...controlStatusNames, undefined].map((status) => (
      <Box component="li" key={status ?? 'none'} sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Box
          component="span"
          sx={({ tokens }) => ({
            display: 'inline-block',
            width: 20,
            height: 20,
            borderRadius: '3px',
            lineHeight: '20px',
            textAlign: 'center',
            fontSize: 12,
            fontWeight: 600,
            ...(status === undefined
              ? { boxShadow: `inset 0 0 0 1px ${tokens.hairline}` }
              : { backgroundColor: tokens.compliance[status].fill, color: tokens.compliance[status].text }),
          })}
        >
          {status && statusLetters[status]}
        </Box>
        {statusText(status)}
      </Box>
    ))}
  </Box>
);
