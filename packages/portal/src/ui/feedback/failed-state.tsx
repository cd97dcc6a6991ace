import Button from '@mui/material/Button';
import { shellTexts } from '@cfs/contracts/shell-texts';
import { isDenied } from '../../lib/api/api-problem.ts';
import { EmptyState } from './empty-state.tsx';

interface FailedStateProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** What stands in the place of something that could not be loaded. */
export const FailedState = ({ error, onRetry }: FailedStateProps) => (
  <EmptyState
    title={isDenied(error) ? 'No access' : 'This could not be loaded'}
    hint={isDenied(error) ? shellTexts.forbidden : error.message}
    action={
      <Button variant="outlined" onClick={onRetry}>
        Try again
      </Button>
    }
  />
);
