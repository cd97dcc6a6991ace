import { api } from '../../lib/api/api-client.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notifyProblem } from '../../lib/notify-problem.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../feedback/confirm.tsx';

interface Deletion {
  readonly title: string;
  readonly text: string;
  /** The label of the button that confirms. */
  readonly yes?: string;
  readonly path: string;
  /** The toast once the row is gone. */
  readonly done?: string;
}

/**
 * Deletes a row after confirmation, and refreshes the sets. If the server refuses, a toast shows its reason. Resolves
 * to whether the row was deleted.
 */
export const useDelete = (...sets: readonly string[]) => {
  const ask = useAsk();
  const refresh = useRefresh();
  return async ({ title, text, yes = 'Delete', path, done }: Deletion): Promise<boolean> => {
    if ((await ask({ title, text, yes, no: 'Cancel', isDestructive: true })) === undefined) return false;
    try {
      await api.delete(path);
      if (done !== undefined) notify.success(done);
      return true;
    } catch (error) {
      notifyProblem(error);
      return false;
    } finally {
      await refresh(...sets);
    }
  };
};
