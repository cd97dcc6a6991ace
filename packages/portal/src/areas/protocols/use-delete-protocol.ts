import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem, isConflict } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import type { ProtocolInUse } from './protocol-in-use-dialog.tsx';
import { protocolSet, type ProtocolRow } from './protocol-row.ts';

/** Deletes a protocol after a confirmation; `inUse` is the one whose deletion the server refused because it is used. */
export const useDeleteProtocol = () => {
  const ask = useAsk();
  const refresh = useRefresh();
  const [inUse, setInUse] = useState<ProtocolInUse>();
  const remove = async ({ protocolId, name }: ProtocolRow): Promise<void> => {
    const text = `Delete ${name} with its actions? This cannot be undone.`;
    const question = { title: 'Delete Protocol', text, yes: 'Delete', no: 'Cancel', isDestructive: true };
    if ((await ask(question)) === undefined) return;
    try {
      await api.delete(`${protocolSet}/${protocolId}`);
      notify.success('Protocol deleted successfully.');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (isConflict(error)) setInUse({ protocolId, name, detail: error.detail });
      else notify.error(error.detail);
    } finally {
      await refresh(protocolSet, 'lookup');
    }
  };
  return { remove, inUse, dismiss: () => setInUse(undefined) };
};
