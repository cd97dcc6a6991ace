/** A protocol as other areas meet it: `timerInverval` (spelled as the specification does) is `HH:mm:ss`. */
export interface Protocol {
  readonly protocolId: string;
  readonly name: string;
  readonly description: string | null;
  readonly tenantId: string | null;
  readonly timerInverval: string;
  readonly modified: string;
}

/** Shortest and default interval of a protocol's timer (operations specification, section 9). */
export const protocolTimer = { minimum: '00:10:00', default: '00:10:00' } as const;
