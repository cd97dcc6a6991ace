import { assessmentResultsFileName, checkDateOf } from '@cfs/contracts/control-statuses';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { saveFile } from '../../lib/api/export-file.ts';
import { readBlob } from '../../lib/api/read-body.ts';
import { notify } from '../../lib/notify.ts';
import { controlSetSet, type ChecklistKey } from './compliance-queries.ts';

interface AssessmentResultsButtonProps {
  readonly about: ChecklistKey;
  /** True while there is no control set. */
  readonly isDisabled: boolean;
}

/** Downloads the statuses of the week as OSCAL assessment results. */
export const AssessmentResultsButton = ({ about, isDisabled }: AssessmentResultsButtonProps) => {
  const { tenantId, controlSetId, week } = about;
  const [isRunning, setIsRunning] = useState(false);
  const fileName = assessmentResultsFileName(week);
  const save = async (): Promise<void> => {
    setIsRunning(true);
    try {
      const body = { checkDate: checkDateOf(week), tenantId };
      const answer = await call('POST', `${controlSetSet}/${controlSetId}/assessmentresults`, { body });
      saveFile(await readBlob(answer), fileName);
    } catch (error) {
      notify.error(
        `${fileName} was not saved. ${error instanceof ApiProblem ? error.detail : 'The connection was lost.'}`,
      );
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Tooltip title={`OSCAL assessment results: saves ${fileName}`}>
      <span>
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          disabled={isRunning || isDisabled}
          onClick={() => void save()}
        >
          {isRunning ? 'Exporting...' : 'Export OSCAL'}
        </Button>
      </span>
    </Tooltip>
  );
};
