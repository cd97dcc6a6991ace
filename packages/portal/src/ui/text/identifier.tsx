import Box from '@mui/material/Box';
import { CopyButton } from './copy-button.tsx';
import { monospace } from '../theme/theme.ts';

/** An id or fingerprint with a copy button. */
export const Identifier = ({ id, done }: { readonly id: string; readonly done?: string }) => (
  <Box component="span" sx={{ fontFamily: monospace, fontSize: 12 }} title={id}>
    {id}
    <CopyButton text={id} label={`Copy ${id}`} {...(done ? { done } : {})} />
  </Box>
);
