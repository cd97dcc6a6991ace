import type { Context } from '../../../platform/context.ts';
import type { Gate, ScopedDatabase, ScopeRequest } from '../../../platform/database/gate.ts';
import { findCreatedBlocks, readEntityFacts, type EntityFact } from '../../blocks/read-entity-facts.ts';
import { findLastPacketsBefore } from '../../packets/history/find-last-packets.ts';
import type { HistoryPacket } from '../../packets/history/history-statement.ts';
import { partsByWindow, readPastPackets } from '../../packets/history/read-past-packets.ts';
import { findSilent } from '../history/find-silent.ts';

/** The packets of an entity before the replayed ones, by time. The creation of its block counts as an empty message. */
export type EarlierPackets = readonly HistoryPacket[];

/** An entity that is silent during the whole replay, with its earlier packets. */
export interface LastingSilence {
  readonly entityId: string;
  readonly fact: EntityFact | undefined;
  readonly earlier: EarlierPackets;
}

export interface SilencesOptions {
  readonly gate: Gate;
  readonly context: Context;
  readonly scope: ScopeRequest;
  readonly tenantId: string;
  /** Packets after this time are replayed, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Length of the window before the last packet that the conditions read. */
  readonly windowMilliseconds: number;
  readonly needsValueAlone: boolean;
}

interface Silence {
  readonly entityId: string;
  readonly last: number;
  readonly hasPacket: boolean;
}

/** Entities that are read together. */
const entitiesAtOnce = 200;

/**
 * Reads since when entities had been silent at the start of a replay of absences, as the timer of the rule would have.
 */
export const createSilences = (options: SilencesOptions) => {
  const { gate, context, scope, tenantId, windowMilliseconds, needsValueAlone } = options;
  const [from, to] = [new Date(options.from), new Date(options.to)];
  const emptyJson = needsValueAlone ? 'null' : '{}';
  let creations: ReadonlyMap<string, Date> | undefined;

  /** The packets of the entities in the windows that end at their last packets. */
  const readEarlier = async (db: ScopedDatabase, silences: readonly Silence[]): Promise<readonly EarlierPackets[]> => {
    const found = await readPastPackets(
      db,
      silences.map(({ entityId, last, hasPacket }) => ({
        tenantId,
        entityId,
        from: hasPacket ? last - 1 - windowMilliseconds : last,
        to: last,
        needsValueAlone,
      })),
    );
    return silences.map(({ last }, at) => {
      const packets = (found[at] ?? []).map(({ time, receivedAt, message }) => ({
        time,
        receivedAt,
        json: JSON.stringify(needsValueAlone ? (message.Value ?? null) : message),
      }));
      return packets.length > 0 ? packets : [{ time: last, receivedAt: last, json: emptyJson }];
    });
  };

  return {
    /**
     * The earlier packets of the entities, which are given with the times of their first replayed packets. Entities not
     * known earlier are left out. The windows must fit in one statement (`partsByWindow`).
     */
    async before(firstTimes: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, EarlierPackets>> {
      if (firstTimes.size === 0) return new Map();
      return gate.read(context, scope, async (db) => {
        creations ??= new Map(
          (await findCreatedBlocks(db, tenantId, to)).map(({ entityId, last }) => [entityId, last]),
        );
        const lastPackets = await findLastPacketsBefore(db, tenantId, [...firstTimes.keys()], from);
        const silences: Silence[] = [];
        for (const [entityId, first] of firstTimes) {
          const last = lastPackets.get(entityId)?.getTime();
          const created = creations.get(entityId)?.getTime() ?? Infinity;
          if (last !== undefined) silences.push({ entityId, last, hasPacket: true });
          else if (created < first) silences.push({ entityId, last: created, hasPacket: false });
        }
        const earlier = await readEarlier(db, silences);
        return new Map(silences.map(({ entityId }, at) => [entityId, earlier[at] ?? []]));
      });
    },
    /**
     * Yields batches of the entities that have sent nothing since `from`. Entities whose packets a deleted device sent
     * are left out.
     */
    async *lasting(): AsyncGenerator<readonly LastingSilence[]> {
      const silent = await gate.read(context, scope, (db) => findSilent(db, tenantId, from, to));
      for (let first = 0; first < silent.length; first += entitiesAtOnce) {
        const entities = silent.slice(first, first + entitiesAtOnce);
        const facts = await gate.read(context, scope, (db) =>
          readEntityFacts(
            db,
            entities.map(({ entityId }) => ({ tenantId, entityId })),
          ),
        );
        const known = entities
          .map((each) => ({ ...each, last: each.last.getTime(), fact: facts.of(tenantId, each.entityId) }))
          .filter(({ deviceId, fact }) => deviceId === null || fact !== undefined);
        for (const part of partsByWindow(known, () => windowMilliseconds)) {
          const earlier = await gate.read(context, scope, (db) => readEarlier(db, part));
          yield part.map(({ entityId, fact }, at) => ({ entityId, fact, earlier: earlier[at] ?? [] }));
        }
      }
    },
  };
};
