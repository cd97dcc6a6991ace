import { sql } from 'kysely';
import type { Change } from '../../platform/audit/change.ts';
import { batched } from '../../platform/database/batched-calls.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import { recordSet } from '../../platform/database/record-set.ts';

/** A colour that a packet sets. */
export interface WantedColor {
  readonly tenantId: string;
  readonly blockId: string;
  /** Six hexadecimal digits. */
  readonly color: string;
  /** Timestamp of the packet. A block keeps the colour with the latest one. */
  readonly moment: Date;
  /** Orders colours of the same moment. */
  readonly position: number;
}

/** Result of setting a colour: a block keeps the colour of the latest packet, in whichever order they are applied. */
export type Coloring = 'colored' | 'superseded' | 'unknown';

interface Wanted extends WantedColor {
  readonly change: Change;
}

interface Stored {
  readonly color: string;
  readonly moment: Date;
  readonly position: number;
}

const keyOf = ({ tenantId, blockId }: Pick<WantedColor, 'tenantId' | 'blockId'>): string => `${tenantId} ${blockId}`;

const isAfter = (one: Omit<Stored, 'color'>, other: Omit<Stored, 'color'> | undefined): boolean => {
  if (other === undefined) return true;
  const apart = one.moment.getTime() - other.moment.getTime();
  return apart === 0 ? one.position > other.position : apart > 0;
};

interface BlockRow extends Partial<Stored> {
  readonly tenantId: string;
  readonly blockId: string;
}

/** Returns the blocks that exist with their colours, whose rows stay locked until the transaction ends. */
const lockColors = async (db: ScopedDatabase, wanted: readonly Wanted[]) => {
  const keys = [...new Map(wanted.map((each) => [keyOf(each), each])).values()].map(({ tenantId, blockId }) => ({
    tenantId,
    blockId,
  }));
  const asked = recordSet('asked', { tenantId: 'uuid', blockId: 'uuid' }, keys);
  const rows = await db.guarded(sql<BlockRow>`
    with own as materialized (
      select own.* from ${asked} join entity_colors own
        on own.tenant_id = asked."tenantId" and own.entity_id = asked."blockId"
      order by own.tenant_id, own.entity_id for update of own)
    select block.tenant_id as "tenantId", block.block_id as "blockId", own.color, own.moment, own.position
    from ${asked} join blocks block on block.tenant_id = asked."tenantId" and block.block_id = asked."blockId"
    left join own on own.tenant_id = block.tenant_id and own.entity_id = block.block_id`);
  return new Map(rows.map((row) => [keyOf(row), row]));
};

const storeColors = async (db: ScopedDatabase, colors: readonly Wanted[]): Promise<ReadonlySet<string>> => {
  if (colors.length === 0) return new Set();
  const rows = colors
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ tenantId, blockId, color, moment, position, change }) => ({
      tenantId,
      blockId,
      color: color.toUpperCase(),
      moment,
      position,
      modified: change.context.clock.now(),
    }));
  const types = {
    tenantId: 'uuid',
    blockId: 'uuid',
    color: 'text',
    moment: 'timestamptz',
    position: 'bigint',
    modified: 'timestamptz',
  };
  const stored = await db
    .insertInto('entity_colors')
    .columns(['tenant_id', 'entity_id', 'color', 'moment', 'position', 'modified'])
    .expression((from) =>
      from
        .selectFrom(recordSet('given', types, rows))
        .select(['given.tenantId', 'given.blockId', 'given.color', 'given.moment', 'given.position', 'given.modified'])
        .orderBy('given.ordinal'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'entity_id'])
        .doUpdateSet((row) => ({
          color: row.ref('excluded.color'),
          moment: row.ref('excluded.moment'),
          position: row.ref('excluded.position'),
          modified: row.ref('excluded.modified'),
        }))
        .where(sql<boolean>`(excluded.moment, excluded.position) > (entity_colors.moment, entity_colors.position)`),
    )
    .returning(['tenant_id', 'entity_id'])
    .execute();
  return new Set(stored.map((row) => keyOf({ tenantId: row.tenant_id, blockId: row.entity_id })));
};

/** Orders colours by their packets: `applied` are those that take effect, with the previous colour. */
const inOrder = (wanted: readonly Wanted[], blocks: ReadonlyMap<string, BlockRow>) => {
  const latest = new Map<string, Stored>();
  for (const [key, { color, moment, position }] of blocks)
    if (color != null && moment != null && position != null) latest.set(key, { color, moment, position });
  const last = new Map<string, Wanted>();
  const applied = new Map<Wanted, string | undefined>();
  for (const each of wanted.toSorted((one, other) => (isAfter(one, other) ? 1 : -1))) {
    const key = keyOf(each);
    if (!blocks.has(key) || !isAfter(each, latest.get(key))) continue;
    applied.set(each, latest.get(key)?.color);
    latest.set(key, { ...each, color: each.color.toUpperCase() });
    last.set(key, each);
  }
  return { applied, last: [...last.values()] };
};

const setColors = batched(async (db: ScopedDatabase, wanted: readonly Wanted[]): Promise<readonly Coloring[]> => {
  const blocks = await lockColors(db, wanted);
  const { applied, last } = inOrder(wanted, blocks);
  const stored = await storeColors(db, last);
  return Promise.all(
    wanted.map(async (each): Promise<Coloring> => {
      const { tenantId, blockId, color, change } = each;
      if (!blocks.has(keyOf(each))) return 'unknown';
      if (!applied.has(each) || !stored.has(keyOf(each))) return 'superseded';
      const before = applied.get(each);
      await change.record({
        entity: 'BlockColor',
        id: blockId,
        tenantId,
        ...(before !== undefined && { before: { color: before } }),
        after: { color: color.toUpperCase() },
      });
      return 'colored';
    }),
  );
});

/**
 * Sets the colour of a block in the caller's transaction, unless a later packet has set one. Calls of one turn of the
 * event loop are combined into one statement.
 */
export const setBlockColor = (db: ScopedDatabase, change: Change, color: WantedColor): Promise<Coloring> =>
  setColors(db, { ...color, change });
