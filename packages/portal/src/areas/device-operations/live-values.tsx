import { createContext, useContext } from 'react';
import Box from '@mui/material/Box';
import { Age } from '../../ui/text/date-time.tsx';
import type { Reading } from '../packets/latest-packets.ts';

const ReadingsContext = createContext<ReadonlyMap<string, Reading>>(new Map());

/** The latest results of the operations that are shown, by device operation id. */
export const ResultsProvider = ReadingsContext.Provider;

/** The latest value of an operation. */
export const LiveValue = ({ deviceOperationId }: { readonly deviceOperationId: string }) => {
  const value = useContext(ReadingsContext).get(deviceOperationId)?.value;
  return (
    <Box
      component="span"
      title={value ?? ''}
      sx={{ display: 'block', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {value ?? 'N/A'}
    </Box>
  );
};

/** The age of the latest value. */
export const LiveValueAge = ({ deviceOperationId }: { readonly deviceOperationId: string }) => (
  <Age time={useContext(ReadingsContext).get(deviceOperationId)?.timestamp} />
);
