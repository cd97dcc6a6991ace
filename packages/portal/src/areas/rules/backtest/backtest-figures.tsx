import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Backtest } from '@cfs/contracts/rule-backtests';
import { formatNumber } from '../../../ui/charts/chart-scales.ts';

const perDay = (number: number): string => formatNumber(Number(number.toPrecision(3)));

const saved = (backtest: Backtest, read: (before: NonNullable<Backtest['before']>) => number): string | undefined =>
  backtest.before ? `${perDay(read(backtest.before))} with the saved rule` : undefined;

/** The processor time that the rule uses per day, in words. */
const costOf = ({ microsecondsPerPacket, packets }: Backtest, days: number): string => {
  const seconds = (microsecondsPerPacket * packets) / days / 1_000_000;
  return seconds < 0.1 ? 'less than 0.1 s of processor time a day' : `${perDay(seconds)} s of processor time a day`;
};

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

/** The matches, mails and work units that the edited rule would cause, and its cost in processor time. */
export const BacktestFigures = ({ backtest, days }: { readonly backtest: Backtest; readonly days: number }) => {
  const { counts, mailsPerDay, workUnitsPerDay, packets, microsecondsPerPacket } = backtest;
  const figures: readonly Figure[] = [
    {
      label: 'Matches',
      value: formatNumber(counts.new + counts.same),
      note: backtest.before
        ? `${formatNumber(counts.new)} new, ${formatNumber(counts.gone)} gone, ${formatNumber(counts.same)} same`
        : undefined,
    },
    { label: 'Mails per day', value: perDay(mailsPerDay), note: saved(backtest, (before) => before.mailsPerDay) },
    {
      label: 'Work units per day',
      value: perDay(workUnitsPerDay),
      note: saved(backtest, (before) => before.workUnitsPerDay),
    },
    {
      label: 'Cost',
      value: `${perDay(microsecondsPerPacket)} µs a packet`,
      note: `${formatNumber(packets)} packets evaluated; ${costOf(backtest, days)}`,
    },
  ];
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 3 }}
    >
      {figures.map(({ label, value, note }) => (
        <Box key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h3" sx={{ m: 0 }}>
            {value}
          </Typography>
          {note && (
            <Typography component="dd" variant="caption" color="textSecondary" sx={{ m: 0, display: 'block' }}>
              {note}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
};
