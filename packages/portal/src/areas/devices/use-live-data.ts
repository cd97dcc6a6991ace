import { useMemo } from 'react';
import { useReadings } from '../packets/latest-packets.ts';
import { useDeviceReadings } from './device-readings.ts';
import type { LiveData } from './live-cells.tsx';

const trend = { hours: 1, points: 20 } as const;

/** The latest readings of devices, and their trend over the last hour. */
export const useLiveData = (deviceIds: readonly string[]): LiveData => {
  const readings = useReadings(deviceIds);
  const { data } = useDeviceReadings(deviceIds, trend);
  return useMemo(
    () => ({
      readings,
      trends: new Map((data?.value ?? []).map((series) => [series.deviceId, series])),
      trendStepSeconds: data?.stepSeconds ?? 0,
    }),
    [readings, data],
  );
};
