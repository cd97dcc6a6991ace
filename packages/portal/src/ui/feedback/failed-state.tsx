import Button from '@mui/material/Button';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { isForbidden } from '../../lib/api/api-problem.ts';
import { EmptyState } from './empty-state.tsx';

interface FailedStateProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The error state of content that could not be loaded. */
export const FailedState = ({ error, onRetry }: FailedStateProps) => (
  <EmptyState
    title={isForbidden(error) ? 'No access' : 'This could not be loaded'}
    hint={isForbidden(error) ? shellTexts.forbidden : error.message}
    action={
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
