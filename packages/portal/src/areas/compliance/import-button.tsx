import type { ImportedControlSet } from '@cfs/contracts/compliance';
import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { readJson } from '../../lib/api/read-body.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { controlSetSet } from './compliance-queries.ts';

interface ImportButtonProps {
  /** Called with the id of the control set. */
  readonly onImported: (controlSetId: string) => void;
  /** Called with the reason if an import is rejected, and with `undefined` when the next import begins. */
  readonly onRefused: (reason: string | undefined) => void;
}

const doneText = ({ name, added, changed, unchanged, retired }: ImportedControlSet): string =>
  `${name}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${retired} retired.`;

/** Imports a control set of the tenant from a file. */
export const ImportButton = ({ onImported, onRefused }: ImportButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  const refresh = useRefresh();
  const [isRunning, setIsRunning] = useState(false);
  const importFile = async (file: File): Promise<void> => {
    setIsRunning(true);
    onRefused(undefined);
    try {
      const body = new Blob([file], { type: 'application/json' });
      const response = await call('PUT', `${controlSetSet}/import`, { body });
      const imported = await readJson<ImportedControlSet>(response);
      await refresh(controlSetSet);
      onImported(imported.id);
      notify.success(doneText(imported));
    } catch (error) {
      onRefused(
        `${file.name} was not imported. ${error instanceof ApiProblem ? error.detail : 'The file could not be sent.'}`,
      );
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <>
      <Tooltip title="An OSCAL catalogue in JSON, or the simple format; statuses are kept">
        <span>
          <Button
            variant="outlined"
            startIcon={<UploadIcon />}
            disabled={isRunning}
            onClick={() => input.current?.click()}
          >
            {isRunning ? 'Importing...' : 'Import'}
          </Button>
        </span>
      </Tooltip>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File of a control set"
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void importFile(file);
        }}
      />
    </>
  );
};
