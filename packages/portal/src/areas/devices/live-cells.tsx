import { createContext, useContext } from 'react';
import { Age } from '../../ui/text/date-time.tsx';
import type { Reading } from '../packets/latest-packets.ts';

/** The latest readings of the devices that are shown, by device id. A new reading draws its cells anew, nothing else. */
const ReadingsContext = createContext<ReadonlyMap<string, Reading>>(new Map());
export const ReadingsProvider = ReadingsContext.Provider;

interface LivePercentProps {
  readonly deviceId: string;
  readonly of: 'cpuPercent' | 'memoryPercent';
}

export const LivePercent = ({ deviceId, of }: LivePercentProps) =>
  useContext(ReadingsContext).get(deviceId)?.[of]?.toFixed(1) ?? 'N/A';

export const LiveAge = ({ deviceId }: { readonly deviceId: string }) => (
  <Age time={useContext(ReadingsContext).get(deviceId)?.timestamp} />
);
