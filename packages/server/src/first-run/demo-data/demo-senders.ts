import type { PacketMessage } from '@cfs/contracts/packets';
import type { IncomingPacket } from '../../areas/packets/ingest/incoming-packet.ts';
import { toStoredContent, valueText } from '../../areas/packets/history/stored-content.ts';
import { isNoticed } from './demo-block-rules.ts';
import { demoBlocks, demoId } from './demo-blocks.ts';
import { demoDevices, heartbeatOf } from './demo-devices.ts';
import { demoTenants } from './demo-tenants.ts';

/** A sender of packets in the demo: a block or a device. */
export interface DemoSender {
  readonly tenantId: string;
  readonly entityId: string;
  readonly isDevice: boolean;
  /** The message that it sends at a time in milliseconds since 1970; `undefined` while it sends nothing. */
  readonly messageAt: (time: number, began: number) => PacketMessage | undefined;
  /** Whether the message satisfies a demo rule. */
  readonly isNoticed: (message: PacketMessage) => boolean;
}

/** The senders of the demo tenants; `tenantIds` maps the names of the tenants to their ids. */
export const demoSenders = (tenantIds: ReadonlyMap<string, string>): readonly DemoSender[] => {
  const blocks = demoBlocks.flatMap(({ tenant, name, reading, valueName, unit, rule }): DemoSender[] => {
    const tenantId = tenantIds.get(tenant);
    if (tenantId === undefined) return [];
    const Properties = { BlockName: name, ValueName: valueName, ...(unit && { Unit: unit }) };
    return [
      {
        ...{ tenantId, entityId: demoId(tenantId, name), isDevice: false },
        messageAt: (time, began) => {
          const Value = reading(name, time, began);
          return Value === undefined ? undefined : { Value, Properties };
        },
        isNoticed: ({ Value }) =>
          rule !== undefined && (typeof Value === 'number' || typeof Value === 'string') && isNoticed(rule, Value),
      },
    ];
  });
  const first = tenantIds.get(demoTenants[0].name);
  if (first === undefined) return blocks;
  const devices = demoDevices.map((device): DemoSender => ({
    ...{ tenantId: first, entityId: demoId(first, device.name), isDevice: true },
    messageAt: (time, began) => heartbeatOf(device, time, began),
    isNoticed: () => false,
  }));
  return [...blocks, ...devices];
};

/** The packet that a sender sends at a time; `undefined` while it sends nothing. */
export const packetAt = (sender: DemoSender, time: number, began: number): IncomingPacket | undefined => {
  const message = sender.messageAt(time, began);
  if (message === undefined) return undefined;
  const { tenantId, entityId, isDevice } = sender;
  const content = toStoredContent(message);
  const percent = (name: string): number | null => {
    const value = message.Metrics?.[name];
    return typeof value === 'number' ? value : null;
  };
  return {
    ...{ tenantId, entityId, time, message, content, weight: 0, value: valueText(content), timing: 'current' },
    ...{ cpuPercent: percent('CpuPercent'), memoryPercent: percent('MemoryPercent') },
    deviceId: isDevice ? entityId : undefined,
  };
};
