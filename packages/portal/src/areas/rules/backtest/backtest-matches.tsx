import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { backtestLimits, type Backtest, type BacktestMatch } from '@cfs/contracts/rule-backtests';
import { useState } from 'react';
import { formatNumber } from '../../../ui/charts/chart-scales.ts';
import { PlainTable } from '../../../ui/grid/plain-table.tsx';
import { DateTime } from '../../../ui/text/date-time.tsx';
import { StateLabel } from '../../../ui/text/state-label.tsx';
import { Section } from '../explanations/section.tsx';
import { BacktestTimeline } from './backtest-timeline.tsx';
import { changeTones, type BacktestChange } from './backtest-look.ts';

/** Rows that the table shows at first, and that each press of the button adds. */
const rowsAtOnce = 100;

const isSame = (one: BacktestMatch, other: BacktestMatch | undefined): boolean =>
  one.subjectId === other?.subjectId && one.firstMatch === other.firstMatch && one.change === other.change;

const EndCell = ({ match: { end, expires } }: { readonly match: BacktestMatch }) =>
  end === null ? (
    'Still open'
  ) : (
    <>
      <DateTime time={expires} />
      {end === 'OverWhenFound' && (
        <Typography variant="caption" color="textSecondary" component="p">
          Expired when found: no actions
        </Typography>
      )}
    </>
  );

/** The packets that one match counted. */
const HitsOf = ({ match }: { readonly match: BacktestMatch }) => (
  <Section title={`Packets behind the match of ${match.name}`}>
    <PlainTable
      label="Packets"
      rowKey={({ timestamp }) => timestamp}
      columns={[
        { header: 'Time', cell: ({ timestamp }) => <DateTime time={timestamp} />, isNarrow: true },
        { header: 'Value', cell: ({ value }) => value ?? '–' },
      ]}
      rows={match.hits}
      maxHeight={320}
    />
    {match.matchCount > match.hits.length && (
      <Typography variant="caption" color="textSecondary" component="p">
        The first {backtestLimits.hits} of {formatNumber(match.matchCount)} hits are listed.
      </Typography>
    )}
  </Section>
);

const ChangeFilter = ({
  counts,
  value,
  onChoose,
}: {
  readonly counts: Backtest['counts'];
  readonly value: BacktestChange | 'All';
  readonly onChoose: (change: BacktestChange | 'All') => void;
}) => {
  const numbers = { New: counts.new, Same: counts.same, Gone: counts.gone };
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Matches"
      value={value}
      onChange={(_, change: BacktestChange | 'All' | null) => change && onChoose(change)}
      sx={{ '& .MuiToggleButton-root': { px: 2, py: 0, height: 32, textTransform: 'none', color: 'text.primary' } }}
    >
      <ToggleButton value="All">{`All ${formatNumber(counts.new + counts.same + counts.gone)}`}</ToggleButton>
      {(Object.keys(changeTones) as BacktestChange[]).map((change) => (
        <ToggleButton key={change} value={change}>{`${change} ${formatNumber(numbers[change])}`}</ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

/** The matches of a back-test on a timeline and in a table, and the packets behind the chosen one. */
export const BacktestMatches = ({ backtest }: { readonly backtest: Backtest }) => {
  const { matches, counts } = backtest;
  const [change, setChange] = useState<BacktestChange | 'All'>('All');
  const [chosen, setChosen] = useState<BacktestMatch>();
  const [rows, setRows] = useState(rowsAtOnce);
  const listed = matches.filter((match) => change === 'All' || match.change === change);
  const all = counts.new + counts.same + counts.gone;
  return (
    <>
      <BacktestTimeline backtest={backtest} onChoose={setChosen} />
      <ChangeFilter counts={counts} value={change} onChoose={setChange} />
      <PlainTable
        label="Matches of the back-test"
        rowKey={(match) => `${match.subjectId} ${match.firstMatch} ${match.change}`}
        columns={[
          {
            header: 'Change',
            cell: (match) => <StateLabel tone={changeTones[match.change]}>{match.change}</StateLabel>,
            isNarrow: true,
          },
          { header: 'Entity', cell: ({ name }) => name },
          { header: 'Begin', cell: ({ firstMatch }) => <DateTime time={firstMatch} /> },
          { header: 'End', cell: (match) => <EndCell match={match} />, isWideOnly: true },
          {
            header: 'Packets',
            cell: (match) => (
              <Button
                size="small"
                aria-pressed={isSame(match, chosen)}
                aria-label={`Packets of ${match.name}`}
                onClick={() => setChosen(isSame(match, chosen) ? undefined : match)}
              >
                Show {formatNumber(match.matchCount)}
              </Button>
            ),
            align: 'right',
            isNarrow: true,
          },
        ]}
        rows={listed.slice(0, rows)}
        maxHeight={360}
      />
      {listed.length > rows && (
        <Box>
          <Button onClick={() => setRows(rows + rowsAtOnce)}>Show more</Button>
        </Box>
      )}
      {all > matches.length && (
        <Typography variant="caption" color="textSecondary" component="p">
          The first {formatNumber(matches.length)} of {formatNumber(all)} matches are listed.
        </Typography>
      )}
      {chosen && <HitsOf match={chosen} />}
    </>
  );
};
