import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { ApiProblem } from '../../../lib/api/api-problem.ts';
import { useRefresh } from '../../../lib/api/use-list.ts';
import { notify } from '../../../lib/notify.ts';
import { useAsk } from '../../../ui/feedback/confirm.tsx';
import type { WorkUnitRow } from '../work-unit-row.ts';

interface CallMeProps {
  readonly workUnit: Pick<WorkUnitRow, 'workUnitId' | 'stakeHolderPhoneNumber'>;
  /** The key of the query that shows the note which a request creates. */
  readonly shownBy: string;
}

/** Asks the tenant's staff to call the signed-in user, who is the end user of the unit, after a confirmation. */
export const CallMe = ({ workUnit: { workUnitId, stakeHolderPhoneNumber: phone }, shownBy }: CallMeProps) => {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const ask = useAsk();
  const request = async (): Promise<void> => {
    const at = phone ? ` at ${phone}` : '';
    const question = { title: 'Call Me', text: `Do you want to be called back${at}?`, yes: 'Yes', no: 'No' };
    if ((await ask(question)) === undefined) return;
    setBusy(true);
    try {
      await api.post(`/v1/workunitnotes/callme/${workUnitId}`);
      notify.success('Your call back request has been received. You should receive a call within the next 15 minutes.');
      await refresh(shownBy);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error('A problem occured making your call back request.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button startIcon={<PhoneIcon />} disabled={isBusy} onClick={() => void request()}>
      Call Me
    </Button>
  );
};
