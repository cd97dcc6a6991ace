import ArchiveIcon from '@mui/icons-material/ArchiveOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { controlSetSet } from './compliance-queries.ts';
import type { ControlSetRow } from './control-set.ts';

interface RetireButtonProps {
  readonly set: ControlSetRow;
  readonly onRetired: () => void;
}

/** Retires a control set after a confirmation; its statuses are kept. */
export const RetireButton = ({ set, onRetired }: RetireButtonProps) => {
  const { id, name, tenantId, modified } = set;
  const ask = useAsk();
  const client = useQueryClient();
  const [isRunning, setIsRunning] = useState(false);
  const retire = async (): Promise<void> => {
    const answer = await ask({
      title: 'Retire Control Set',
      text: `Retire ${name}? It is hidden${tenantId === null ? ' in every tenant' : ''} and accepts no new statuses. Recorded statuses are kept; importing a set with this name restores it.`,
      yes: 'Retire',
      no: 'Cancel',
      isDestructive: true,
    });
    if (answer === undefined) return;
    setIsRunning(true);
    try {
      await api.delete(`${controlSetSet}/${id}?modified=${encodeURIComponent(modified)}`);
      notify.success(`${name} was retired.`);
      onRetired();
    } catch (error) {
      notify.error(`${name} was not retired. ${error instanceof ApiProblem ? error.detail : ''}`);
    } finally {
      setIsRunning(false);
      // Excludes the queries of the set itself, which is no longer available.
      await client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === controlSetSet && !queryKey.includes(id),
      });
    }
  };
  return (
    <Tooltip title="Retire this control set; its statuses are kept">
      <span>
        <IconButton aria-label={`Retire ${name}`} disabled={isRunning} onClick={() => void retire()}>
          <ArchiveIcon />
        </IconButton>
      </span>
    </Tooltip>
  );
};
