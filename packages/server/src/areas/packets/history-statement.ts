import type { Statement } from '../../platform/database/gate.ts';

/** Which stored packets of a tenant are wanted; times in milliseconds since 1970, `from` excluded. */
export interface HistoryQuery {
  readonly tenantId: string;
  readonly from: number;
  readonly to: number;
  /** `undefined`: of every entity. */
  readonly entityIds: readonly string[] | undefined;
  readonly needsValueAlone: boolean;
}

/**
 * The stored packets, by entity and time, one line each: entity, time, time of arrival, and as JSON the message, or
 * the value where that is enough. For `gate.readStream`.
 */
export const historyStatement = ({ tenantId, from, to, entityIds, needsValueAlone }: HistoryQuery): Statement => ({
  text: `
    select stored.entity_id::text || ' ' || (extract(epoch from stored."timestamp") * 1000)::bigint || ' '
           || (extract(epoch from stored.received_at) * 1000)::bigint || ' '
           || ${needsValueAlone ? `coalesce(to_json(stored.value)::text, 'null')` : 'stored.message::text'} || E'\\n'
    from packet_history stored
    where stored.tenant_id = $1 and stored."timestamp" > $2 and stored."timestamp" <= $3
      and ($4::uuid[] is null or stored.entity_id = any ($4::uuid[]))
    order by stored.entity_id, stored."timestamp"`,
  values: [tenantId, new Date(from), new Date(to), entityIds ?? null],
});

/** A line of the statement, read. */
export interface HistoryLine {
  readonly entityId: string;
  readonly time: number;
  readonly receivedAt: number;
  /** JSON of the message, or of the value. */
  readonly json: string;
}

export const readHistoryLine = (line: string): HistoryLine => {
  const [first, second] = [line.indexOf(' ', 37), line.indexOf(' ', line.indexOf(' ', 37) + 1)];
  return {
    entityId: line.slice(0, 36),
    time: Number(line.slice(37, first)),
    receivedAt: Number(line.slice(first + 1, second)),
    json: line.slice(second + 1),
  };
};
