import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { backtestDays, untestable, type Backtest } from '@cfs/contracts/rule-backtests';
import type { ValidRule } from '@cfs/contracts/rules';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ruleForm } from '../editor/rule-form.ts';
import { withTenantCondition, type RuleValues } from '../editor/rule-values.ts';
import { BacktestFigures } from './backtest-figures.tsx';
import { BacktestMatches } from './backtest-matches.tsx';
import { useBacktest } from './use-backtest.ts';

type Days = (typeof backtestDays)[number];

const dayLabels: Readonly<Record<Days, string>> = { 1: '24 h', 7: '7 d', 30: '30 d' };

const DaysPicker = ({ days, onChoose }: { readonly days: Days; readonly onChoose: (days: Days) => void }) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    aria-label="Period"
    value={days}
    onChange={(_, chosen: Days | null) => chosen && onChoose(chosen)}
    sx={{ '& .MuiToggleButton-root': { px: 2, py: 0, height: 32, textTransform: 'none', color: 'text.primary' } }}
  >
    {backtestDays.map((each) => (
      <ToggleButton key={each} value={each}>
        {dayLabels[each]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);

interface ResultProps {
  readonly backtest: Backtest;
  readonly days: Days;
  readonly isOutdated: boolean;
}

const Result = ({ backtest, days, isOutdated }: ResultProps) => (
  <>
    {isOutdated && (
      <Alert severity="info">
        The rule has been edited since. Run the back-test again to see what the edit changes.
      </Alert>
    )}
    {!backtest.isComplete && (
      <Alert severity="warning">
        Regular expressions took too long on some packets, which were skipped. There may be more matches.
      </Alert>
    )}
    <BacktestFigures backtest={backtest} days={days} />
    {backtest.matches.length > 0 ? (
      <BacktestMatches key={`${backtest.from} ${backtest.to}`} backtest={backtest} />
    ) : (
      <Typography variant="body2" color="textSecondary">
        The rule would have had no matches.
      </Typography>
    )}
  </>
);

/** The matches that the edited rule would have had, compared with those of the saved one; nothing is saved. */
export const BacktestTab = ({ ruleId }: { readonly ruleId: string | undefined }) => {
  const form = useFormContext<RuleValues, unknown, ValidRule>();
  const values = useWatch<RuleValues>();
  const [days, setDays] = useState<Days>(1);
  const [tested, setTested] = useState<{ readonly values: string; readonly days: Days }>();
  const [isInvalid, setInvalid] = useState(false);
  const { state, run, cancel } = useBacktest();
  const reason = values.ruleTypeId ? untestable(values.ruleTypeId) : undefined;
  const isRunning = state.status === 'running';

  const start = async (): Promise<void> => {
    const checked = ruleForm.safeParse(form.getValues());
    setInvalid(!checked.success);
    if (!checked.success) {
      await form.trigger();
      return;
    }
    const { conditions, tenantId } = checked.data;
    setTested({ values: JSON.stringify(form.getValues()), days });
    await run({ ruleId, days, rule: { ...checked.data, conditions: withTenantCondition(conditions, tenantId) } });
  };

  if (reason !== undefined) return <Alert severity="info">{reason}</Alert>;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Typography variant="body2" color="textSecondary">
        Shows which matches the rule would have had over the stored packets with the edits of this panel. Nothing is
        saved and no actions run.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <DaysPicker days={days} onChoose={setDays} />
        {isRunning ? (
          <Button variant="outlined" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="contained" onClick={() => void start()}>
            Run back-test
          </Button>
        )}
      </Box>
      {isInvalid && <Alert severity="error">Please correct the marked fields first.</Alert>}
      <div role="status">
        {isRunning && <LinearProgress aria-label="The back-test is running" />}
        {state.status === 'cancelled' && <Typography variant="body2">The back-test was cancelled.</Typography>}
      </div>
      {state.status === 'failed' && <Alert severity="error">{state.detail}</Alert>}
      {state.status === 'done' && tested && (
        <Result
          backtest={state.backtest}
          days={tested.days}
          isOutdated={tested.values !== JSON.stringify(form.getValues())}
        />
      )}
    </Box>
  );
};
