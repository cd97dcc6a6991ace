import SearchIcon from '@mui/icons-material/SearchOutlined';
import InputAdornment from '@mui/material/InputAdornment';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { AvailableOperation, AvailableOperations } from '@cfs/contracts/device-operations';
import { pollIntervals, searchDebounce } from '@cfs/contracts/sizes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { pollEvery } from '../../lib/timing/polling.ts';
import { useDebounced } from '../../lib/timing/use-debounced.ts';
import { SidePanel } from '../../ui/drawers/side-panel.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryResult } from '../../ui/feedback/query-result.tsx';
import type { OperatedDevice } from './device-operation-row.ts';

/** The maximum number of rows of a response. */
const pageSize = 100;

const useAvailableOperations = ({ tenantId, deviceId, operatingSystemId }: OperatedDevice, search: string) =>
  useQuery({
    queryKey: ['/v1/operations', tenantId, 'available', deviceId, operatingSystemId, search],
    queryFn: async ({ signal }) => {
      const parameters = `(tenantId=${tenantId},operatingSystemId=${operatingSystemId})`;
      const query = `deviceId=${deviceId}&$top=${pageSize}${search === '' ? '' : `&$search=${encodeURIComponent(search)}`}`;
      const path = `/v1/operations/GetAvailableOperationsForDevice${parameters}?${query}`;
      return (await api.get<AvailableOperations>(path, { signal })).value;
    },
    placeholderData: keepPreviousData,
    ...pollEvery(pollIntervals.availableOperations),
  });

interface OperationPickerProps {
  readonly device: OperatedDevice;
  readonly onChoose: (operation: AvailableOperation) => void;
  readonly onClose: () => void;
}

/** Selects one of the operations that run on the operating system of the device. */
export const OperationPicker = ({ device, onChoose, onClose }: OperationPickerProps) => {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), searchDebounce);
  const query = useAvailableOperations(device, search);
  return (
    <SidePanel title="Add Operation" onClose={onClose}>
      <TextField
        fullWidth
        autoFocus
        hiddenLabel
        value={typed}
        placeholder="Search operations and packages"
        onChange={(event) => setTyped(event.target.value)}
        slotProps={{
          htmlInput: { 'aria-label': 'Search operations' },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <QueryResult query={query}>
        {(operations) =>
          operations.length === 0 ? (
            <EmptyState
              title={search === '' ? 'No operations are available' : `Nothing matches "${search}"`}
              hint="Operations come with packages that run on the operating system of the device."
            />
          ) : (
            <>
              <Typography variant="caption" color="textSecondary" component="p" role="status" sx={{ mt: 2 }}>
                {operations.length} of {operations[0]?.totalBeforeFiltering} operations
              </Typography>
              <List dense aria-label="Available operations">
                {operations.map((operation) => (
                  <ListItem key={operation.operationId} disablePadding divider>
                    <ListItemButton onClick={() => onChoose(operation)}>
                      <ListItemText
                        primary={operation.name}
                        secondary={[operation.package.name, operation.description].filter(Boolean).join(': ')}
                      />
                    </ListItemButton>
                  </ListItem>
                ))}
              </List>
            </>
          )
        }
      </QueryResult>
    </SidePanel>
  );
};
