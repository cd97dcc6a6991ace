import { mailAddressWriteSchema, type MailAddress } from '@cfs/contracts/mail-addresses';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { ApiProblem, isForbidden } from '../../lib/api/api-problem.ts';
import { notify } from '../../lib/notify.ts';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import { useUnsavedPart } from '../../ui/forms/unsaved-parts.ts';

const addressOf = (tenantId: string): string => `/v1/tenants/${tenantId}/mailaddress`;

interface AddressInputProps {
  readonly stored: MailAddress;
  readonly isReadOnly: boolean;
  readonly onSave: (localPart: string) => Promise<void>;
}

const AddressInput = ({ stored, isReadOnly, onSave }: AddressInputProps) => {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  const localPart = typed ?? stored.localPart;
  const isChanged = localPart !== stored.localPart;
  useUnsavedPart(isChanged && !isReadOnly, isBusy);
  const save = async (): Promise<void> => {
    const checked = mailAddressWriteSchema.safeParse({ localPart });
    setFault(checked.error?.issues[0]?.message ?? '');
    if (!checked.success) return;
    setBusy(true);
    try {
      await onSave(checked.data.localPart);
      setTyped(undefined);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (!isForbidden(error)) setFault(error.detail);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'start', gap: 3, maxWidth: 560 }}>
      <Typography variant="body2" color="textSecondary">
        {stored.domain === null
          ? 'No mails are received yet: MAIL_IN_PORT is not set in this installation. An address takes effect once it is set.'
          : 'A mail to this address opens a User Request for its sender. Without an address, the tenant receives only replies.'}
      </Typography>
      <TextField
        label="Mail address"
        value={localPart}
        disabled={isReadOnly || isBusy}
        error={fault !== ''}
        helperText={fault || 'Letters, digits, dots, hyphens and underscores. Empty for no address.'}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Does not submit the form of the drawer around it.
          event.preventDefault();
          void save();
        }}
        fullWidth
        slotProps={{
          htmlInput: { maxLength: 64, autoComplete: 'off', spellCheck: false },
          input: { endAdornment: <InputAdornment position="end">{`@${stored.domain ?? '…'}`}</InputAdornment> },
        }}
      />
      {!isReadOnly && (
        <Button variant="outlined" disabled={isBusy || !isChanged} onClick={() => void save()}>
          Save address
        </Button>
      )}
    </Box>
  );
};

/** The mail address of a tenant; mails to it open requests. */
export const MailAddressTab = ({
  tenantId,
  isReadOnly,
}: {
  readonly tenantId: string;
  readonly isReadOnly: boolean;
}) => {
  const client = useQueryClient();
  const address = useQuery({
    queryKey: [addressOf(tenantId)],
    queryFn: ({ signal }) => api.get<MailAddress>(addressOf(tenantId), { signal }),
  });
  return (
    <QueryResult query={address}>
      {(stored) => (
        <AddressInput
          stored={stored}
          isReadOnly={isReadOnly}
          onSave={async (localPart) => {
            client.setQueryData([addressOf(tenantId)], await api.put<MailAddress>(addressOf(tenantId), { localPart }));
            notify.success(localPart === '' ? 'The address was removed.' : 'The address was saved.');
          }}
        />
      )}
    </QueryResult>
  );
};
