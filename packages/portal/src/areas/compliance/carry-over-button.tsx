import { checkDateOf } from '@cfs/contracts/control-statuses';
import CarryIcon from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { controlSetSet, type ChecklistKey } from './compliance-queries.ts';

interface CarryOverButtonProps {
  readonly about: ChecklistKey;
  /** True while there is no control set. */
  readonly isDisabled: boolean;
  readonly onDone: () => Promise<void>;
}

const doneText = (created: number): string => {
  if (created === 0) return 'There is nothing to carry over: this week already has every status of last week.';
  return created === 1
    ? '1 status was carried over from last week.'
    : `${created} statuses were carried over from last week.`;
};

/** Copies last week's statuses and notes to the controls without a record in the week. */
export const CarryOverButton = ({ about, isDisabled, onDone }: CarryOverButtonProps) => {
  const [isRunning, setIsRunning] = useState(false);
  const carryOver = async (): Promise<void> => {
    setIsRunning(true);
    try {
      const { tenantId, controlSetId, week } = about;
      const { created } = await api.post<{ created: number }>(`${controlSetSet}/${controlSetId}/carryover`, {
        checkDate: checkDateOf(week),
        tenantId,
      });
      await onDone();
      (created === 0 ? notify.info : notify.success)(doneText(created));
    } catch (error) {
      notify.error(error instanceof ApiProblem ? error.detail : 'Last week could not be carried over.');
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Tooltip title="Copies status and notes of the week before to controls without a record">
      <span>
        <Button
          variant="outlined"
          startIcon={<CarryIcon />}
          disabled={isRunning || isDisabled}
          onClick={() => void carryOver()}
        >
          {isRunning ? 'Carrying over...' : 'Carry over last week'}
        </Button>
      </span>
    </Tooltip>
  );
};
