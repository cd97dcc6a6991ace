import Button from '@mui/material/Button';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { useAsk } from '../../ui/feedback/confirm.tsx';
import { blockSet, type BlockRow } from './block-row.ts';

interface DeleteBlockButtonProps {
  readonly block: BlockRow;
  readonly onDeleted: () => void;
}

export const DeleteBlockButton = ({ block, onDeleted }: DeleteBlockButtonProps) => {
  const ask = useAsk();
  const refresh = useRefresh();
  const remove = async (): Promise<void> => {
    const question = {
      title: `Delete ${block.name}`,
      text: 'Are you sure you want to delete this block?',
      isDestructive: true,
    };
    if ((await ask(question)) === undefined) return;
    try {
      await api.delete(`${blockSet}/${block.blockId}`);
      notify.success('Block deleted successfully.');
      onDeleted();
      await refresh(blockSet);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error('A problem occured deleting the block. Please try again.');
    }
  };
  return (
    <Button color="error" onClick={() => void remove()}>
      Delete
    </Button>
  );
};
