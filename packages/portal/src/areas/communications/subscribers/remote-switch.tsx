import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api-client.ts';
import { notifyProblem } from '../../../lib/notify-problem.ts';

interface RemoteSwitchProps {
  /** The URL of the setting, an object with one boolean. */
  readonly address: string;
  readonly field: string;
  readonly label: string;
  readonly isReadOnly?: boolean;
  readonly onChanged?: () => Promise<void>;
}

/** A switch whose value is stored immediately. */
export const RemoteSwitch = ({ address, field, label, isReadOnly = false, onChanged }: RemoteSwitchProps) => {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: [address],
    queryFn: ({ signal }) => api.get<Readonly<Record<string, boolean>>>(address, { signal }),
  });
  const change = async (isOn: boolean): Promise<void> => {
    setBusy(true);
    try {
      client.setQueryData([address], await api.put<Readonly<Record<string, boolean>>>(address, { [field]: isOn }));
      await onChanged?.();
    } catch (error) {
      notifyProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormControlLabel
      label={label}
      control={
        <Switch
          checked={data?.[field] ?? false}
          disabled={data === undefined || isBusy || isReadOnly}
          onChange={(_, isOn) => void change(isOn)}
        />
      }
    />
  );
};
