import { randomUUID } from 'node:crypto';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Services } from '../../../platform/services.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import { findPacketNames } from '../../packets/history/find-packet-names.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { followEpisodes, type FollowedEpisode, type Hit, type KnownEpisode } from '../evaluation/follow-episodes.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { colorsBoth, findEndsWithin, type MatchLife } from './find-ends-within.ts';
import { entityNameOf, matchLabel, nameInMessage } from './match-label.ts';
import {
  lockOpenMatches,
  lockPastMatches,
  insertMatches,
  keyText,
  updateMatches,
  type MatchInsert,
  type MatchKey,
  type MatchSpan,
  type MatchUpdate,
} from './match-writes.ts';
import { matchExpiryTimer, recordMatchWork, type MatchChange } from './record-match-work.ts';

/** The hits of one rule about one subject, in order of arrival. */
export interface RuleHits extends MatchKey {
  readonly compiled: CompiledRule;
  readonly hits: readonly Hit<RuleSubject>[];
  /** Number of matches that led to the hits; 0 for packets. */
  readonly depth: number;
}

type Followed = FollowedEpisode<RuleSubject>;
type Begun = MatchInsert & { readonly of: RuleHits; readonly hits: readonly Hit<RuleSubject>[] };

const toInsert = (of: RuleHits, episode: Followed): Begun => {
  const subject = episode.hits[0]?.input;
  const { tenantId, ruleId, subjectId } = of;
  const packet = {
    entityId: subjectId,
    timestamp: subject?.timestamp,
    message: subject?.message,
    workUnit: subject?.workUnit,
  };
  return {
    ...episode,
    of,
    tenantId,
    ruleId,
    subjectId,
    ruleMatchId: randomUUID(),
    label: matchLabel(of.compiled.rule.name, subject && entityNameOf(subject)),
    rulePacket: JSON.stringify(packet),
    depth: of.depth,
    inMaintenance: false,
    endReason: episode.end === undefined ? null : matchEndReasons[episode.end],
  };
};

/** The subject of the first hit of a match; `undefined` if the hit is about another subject. */
const subjectOf = ({ subjectId, hits }: Begun): RuleSubject | undefined =>
  hits[0]?.input.entityId === subjectId ? hits[0].input : undefined;

/** Adds the names of subjects that no hit contains to the labels of one tenant's matches. */
const withNamesOf = async (
  snapshot: Services['snapshot'],
  db: ScopedDatabase,
  tenantId: string,
  unnamed: readonly Begun[],
): Promise<readonly Begun[]> => {
  const facts = await readEntityFacts(
    db,
    unnamed.map(({ subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  const nameOf = (match: Begun): string | undefined =>
    facts.of(tenantId, match.subjectId)?.name ?? nameInMessage(subjectOf(match)?.message ?? {});
  const nameless = unnamed.filter((match) => nameOf(match) === undefined).map(({ subjectId }) => subjectId);
  const inPackets = await findPacketNames(db, tenantId, nameless);
  const tenantName = nameless.includes(tenantId) ? (await snapshot.current()).tenants.get(tenantId)?.name : undefined;
  return unnamed.map((match) => {
    const { subjectId } = match;
    const entityName =
      nameOf(match) ?? inPackets.get(subjectId) ?? (subjectId === tenantId ? tenantName : undefined) ?? subjectId;
    return { ...match, label: matchLabel(match.of.compiled.rule.name, entityName) };
  });
};

/** Adds the names of subjects to the labels of matches, also for rules that do not read the entity. */
const withNames = async (
  snapshot: Services['snapshot'],
  db: ScopedDatabase,
  begun: readonly Begun[],
): Promise<readonly Begun[]> => {
  const unnamed = begun.filter((match) => subjectOf(match)?.entityName === undefined);
  const named = new Map<string, Begun>();
  for (const [tenantId, ofTenant] of Map.groupBy(unnamed, (match) => match.tenantId))
    for (const match of await withNamesOf(snapshot, db, tenantId, ofTenant)) named.set(match.ruleMatchId, match);
  return begun.map((match) => named.get(match.ruleMatchId) ?? match);
};

/** The span of hits that would begin an episode that is over already. */
const longAgo = ({ tenantId, ruleId, subjectId, compiled, hits }: RuleHits, now: Date): MatchSpan[] => {
  const times = hits.map(({ time }) => time).filter((time) => time + compiled.lifetime.lifetime <= now.getTime());
  if (times.length === 0) return [];
  const [from, to] = times.reduce(
    ([min, max], time) => [Math.min(min, time), Math.max(max, time)],
    [Infinity, -Infinity],
  );
  const acts = hits.some(({ actsWhenOver }) => actsWhenOver === true);
  return [{ tenantId, ruleId, subjectId, from: new Date(from), to: new Date(to), acts }];
};

/** A match that began or ended, by the time of its packets. */
export interface AppliedChange extends MatchChange {
  /**
   * Whether matches of Correlation rules that follow from it run actions when they are already over. False only for the
   * begin of a match that packets opened, because they may be replayed.
   */
  readonly actsWhenOver: boolean;
}

const changeOf = (
  of: RuleHits,
  hits: readonly Hit<RuleSubject>[],
  ruleMatchId: string,
  kind: MatchChange['kind'],
  moment: number,
): AppliedChange => {
  const { tenantId, ruleId, subjectId, compiled, depth } = of;
  const { matchActions, expirationActions, storm } = compiled.rule;
  return {
    tenantId,
    ruleId,
    subjectId,
    ruleMatchId,
    moment: new Date(moment).toISOString(),
    kind,
    actions: kind === 'RuleMatchBegan' ? matchActions : expirationActions,
    storm,
    depth,
    origin: hits[0]?.input.origin,
    actsWhenOver: kind === 'RuleMatchEnded' || hits.some((hit) => hit.actsWhenOver === true),
  };
};

const lifeOf = ({ tenantId, ruleId, subjectId, ruleMatchId, firstMatch, expires }: Begun): MatchLife => ({
  tenantId,
  ruleId,
  subjectId,
  ruleMatchId,
  firstMatch: new Date(firstMatch),
  expires: new Date(expires),
});

/**
 * Converts hits to episodes, and the begins and ends of episodes to work, in the caller's transaction and in few
 * statements however many hits there are. Hits of an episode that another node has opened in the meantime are added to
 * that one. Returns the begins and ends.
 */
export const applyHits = async (
  { work, snapshot }: Pick<Services, 'work' | 'snapshot'>,
  db: ScopedDatabase,
  context: Context,
  found: readonly RuleHits[],
): Promise<readonly AppliedChange[]> => {
  const applied: AppliedChange[] = [];
  let remaining = found;
  while (remaining.length > 0) {
    const now = context.clock.now();
    const open = await lockOpenMatches(db, remaining);
    const past = await lockPastMatches(
      db,
      remaining.flatMap((of) => longAgo(of, now)),
    );
    const updates: MatchUpdate[] = [];
    const changes: AppliedChange[] = [];
    const begun: Begun[] = [];
    for (const of of remaining) {
      const state = { open: open.get(keyText(of)), past: past.get(keyText(of)) ?? [] };
      const reasons = new Map(state.past.map((match) => [match.ruleMatchId, match.endReason]));
      for (const episode of followEpisodes(state, of.hits, of.compiled.lifetime, now.getTime())) {
        const { ruleMatchId, end, ...followed } = episode;
        if (ruleMatchId === undefined) {
          begun.push(toInsert(of, episode));
          continue;
        }
        const endReason = reasons.get(ruleMatchId) ?? (end === undefined ? null : matchEndReasons[end]);
        updates.push({
          ...(followed satisfies Omit<KnownEpisode, 'ruleMatchId'>),
          ruleMatchId,
          tenantId: of.tenantId,
          endReason,
        });
        if (end === 'Expired') changes.push(changeOf(of, of.hits, ruleMatchId, 'RuleMatchEnded', episode.expires));
      }
    }
    await updateMatches(db, updates, now);
    const inserted = await insertMatches(db, await withNames(snapshot, db, begun), now);
    const opened = begun.filter(
      ({ ruleMatchId, endReason }) => endReason !== matchEndReasons.OverWhenFound && inserted.has(ruleMatchId),
    );
    const ends = await findEndsWithin(db, opened.filter(({ of }) => colorsBoth(of.compiled.rule)).map(lifeOf));
    for (const { of, hits, ruleMatchId, firstMatch, expires, endReason } of opened) {
      const began = changeOf(of, hits, ruleMatchId, 'RuleMatchBegan', firstMatch);
      changes.push({ ...began, endBefore: ends.get(ruleMatchId) });
      if (endReason !== null) changes.push(changeOf(of, hits, ruleMatchId, 'RuleMatchEnded', expires));
    }
    await recordMatchWork(work, db, context, changes);
    await work.schedule(
      db,
      opened.flatMap(({ tenantId, ruleMatchId, expires, endReason }) =>
        endReason === null ? [{ tenantId, kind: matchExpiryTimer, key: ruleMatchId, due: new Date(expires) }] : [],
      ),
    );
    applied.push(...changes);
    remaining = begun
      .filter((match) => !inserted.has(match.ruleMatchId))
      .map((match) => ({ ...match.of, hits: match.hits }));
  }
  return applied;
};
