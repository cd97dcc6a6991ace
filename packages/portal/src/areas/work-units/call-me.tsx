import PhoneIcon from '@mui/icons-material/PhoneOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { workUnitHistoryKey } from './work-unit-history-queries.ts';

/** Asks the tenant's staff to call the signed-in person about a unit. */
export const CallMe = ({ workUnitId }: { readonly workUnitId: number }) => {
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const request = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.post(`/v1/workunitnotes/callme/${workUnitId}`);
      notify.success('Your call back request has been received. You should receive a call within the next 15 minutes.');
      await refresh(workUnitHistoryKey);
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
