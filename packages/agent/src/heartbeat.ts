import { type as systemName, release } from 'node:os';
import type { AgentConfiguration } from '@cfs/contracts/agents';
import type { SentPacket } from '@cfs/contracts/packets';
import { agentVersion } from './agent-version.ts';
import type { MachineReadings } from './machine-readings.ts';

/** The packet of one heartbeat; its value is the load of the processor, which the tile shows and its chart draws. */
export const heartbeatPacket = (
  { deviceId, name }: Pick<AgentConfiguration, 'deviceId' | 'name'>,
  readings: MachineReadings,
  now: Date,
): SentPacket => ({
  entityId: deviceId,
  timestamp: now.toISOString(),
  message: {
    Value: readings.CpuPercent,
    Metrics: { ...readings },
    Properties: {
      BlockName: name,
      ValueName: 'Processor load',
      Unit: '%',
      OperatingSystem: `${systemName()} ${release()}`,
      AgentVersion: agentVersion,
    },
  },
});

/** Sends heartbeats at an interval that can change at any time; 0 seconds stops them. */
export interface Heartbeat {
  /** The next beat is due one interval after the last one, or immediately if that time has passed. */
  setInterval(seconds: number): void;
  stop(): void;
}

/** Longest delay of one timer, in milliseconds; Node's limit is 24.8 days. */
const longestTimer = 24 * 60 * 60_000;

export const createHeartbeat = (beat: () => Promise<void>): Heartbeat => {
  let interval = 0;
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const arm = (): void => {
    clearTimeout(timer);
    if (interval === 0) return;
    const due = Math.max(0, last + interval - performance.now());
    timer = setTimeout(
      () => {
        if (due <= longestTimer) {
          last = performance.now();
          void beat();
        }
        arm();
      },
      Math.min(due, longestTimer),
    );
  };

  return {
    setInterval: (seconds) => {
      interval = seconds * 1_000;
      arm();
    },
    stop: () => {
      interval = 0;
      clearTimeout(timer);
    },
  };
};
