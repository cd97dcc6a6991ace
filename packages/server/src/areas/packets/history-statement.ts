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

const milliseconds = `(date_part('epoch', stored."timestamp") * 1000)::bigint`;
const value = `coalesce(stored.number::text, to_json(stored.text)::text, 'null')`;
const message = 'packet_message(stored.number, stored.text, stored.message)::text';

/**
 * The stored packets, by entity and time, one line each: entity, time, time of arrival, and as JSON the message, or
 * the value where that is enough. For `gate.readStream`.
 */
export const historyStatement = ({ tenantId, from, to, entityIds, needsValueAlone }: HistoryQuery): Statement => ({
  text: `
    select latest.entity_id::text || ' ' || past.line
    from packets_latest latest
    cross join lateral (
      select ${milliseconds} || ' ' || ${milliseconds} + stored.delay::bigint || ' '
             || ${needsValueAlone ? value : message} || E'\\n' as line,
             stored."timestamp" as moment
      from packet_history stored
      where stored.series = latest.series and stored."timestamp" > $2 and stored."timestamp" <= $3
      order by stored."timestamp"
    ) past
    where latest.tenant_id = $1 and latest."timestamp" > $2
      and ($4::uuid[] is null or latest.entity_id = any ($4::uuid[]))
    order by latest.entity_id, past.moment`,
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
