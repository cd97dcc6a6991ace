import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { longTextLimit } from '@cfs/contracts/sizes';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem } from '../../lib/api/api-problem.ts';
import { useRefresh } from '../../lib/api/use-list.ts';
import { notify } from '../../lib/notify.ts';
import { CharacterCount } from '../../ui/fields/character-count.tsx';
import { workUnitHistoryKey } from './work-unit-history-queries.ts';

/** A new note; an external one is shown to the stakeholder. */
export const NoteInput = ({ workUnitId }: { readonly workUnitId: number }) => {
  const [detail, setDetail] = useState('');
  const [isExternalNote, setExternal] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.put('/v1/workunitnotes', { workUnitId, detail: detail.trim(), isExternalNote });
      notify.success('Note added successfully!');
      setDetail('');
      setExternal(false);
      await refresh(workUnitHistoryKey);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notify.error('Unable to save note.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box>
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        fullWidth
        hiddenLabel
        placeholder="New note"
        value={detail}
        onChange={(event) => setDetail(event.target.value)}
        slotProps={{ htmlInput: { 'aria-label': 'New note', maxLength: longTextLimit } }}
      />
      <CharacterCount length={detail.length} limit={longTextLimit} />
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mt: 1 }}>
        <FormControlLabel
          label="External note"
          slotProps={{ typography: { variant: 'body2' } }}
          control={
            <Checkbox size="small" checked={isExternalNote} onChange={(_, isChecked) => setExternal(isChecked)} />
          }
        />
        <Button variant="outlined" disabled={detail.trim() === '' || isBusy} onClick={() => void add()}>
          Add note
        </Button>
      </Box>
    </Box>
  );
};
