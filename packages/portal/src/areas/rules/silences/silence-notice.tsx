import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { api } from '../../../lib/api/api-client.ts';
import { callOnce } from '../../../lib/call-once.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { formatDate } from '../../../lib/texts/dates.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';
import { notify } from '../../../lib/notify.ts';
import { usePermissions } from '../../../lib/permissions.tsx';
import { silenceSet, type SilenceRow } from './silence.ts';

/** The scope of a silence, in words. */
const scopeOf = ({ rule, ruleId, entityId }: SilenceRow): string => {
  const ruleName = rule?.name ?? 'a rule';
  if (ruleId === null) return 'All rules about this entity';
  return entityId === null ? `The rule ${ruleName}` : `The rule ${ruleName} about one entity`;
};

/** Active silences, each with its end, its reason, and a button that ends it. */
export const SilenceNotice = ({ silences }: { readonly silences: readonly SilenceRow[] }) => {
  const mayEnd = usePermissions().has('Rules:edit');
  const refresh = useRefresh();
  const end = async (silenceId: string): Promise<void> => {
    try {
      await api.delete(`${silenceSet}/${silenceId}`);
      notify.success('The silence has ended.');
    } catch (error) {
      notifyProblem(error);
    } finally {
      await refresh(silenceSet);
    }
  };
  return (
    <>
      {silences.map((silence) => (
        <Alert
          key={silence.silenceId}
          severity="info"
          action={
            mayEnd && (
              <Button
                size="small"
                color="inherit"
                onClick={() => void callOnce(silence.silenceId, () => end(silence.silenceId))}
              >
                End silence
              </Button>
            )
          }
        >
          {scopeOf(silence)}: actions are suppressed until {formatDate(silence.until)}. {silence.createdBy}:{' '}
          {silence.reason}
        </Alert>
      ))}
    </>
  );
};
