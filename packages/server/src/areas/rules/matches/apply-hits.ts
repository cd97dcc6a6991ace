import { randomUUID } from 'node:crypto';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import { readEntityFacts } from '../../blocks/read-entity-facts.ts';
import type { CompiledRule } from '../evaluation/compile-rule.ts';
import { followEpisodes, type FollowedEpisode, type Hit, type KnownEpisode } from '../evaluation/follow-episodes.ts';
import type { RuleSubject } from '../evaluation/rule-subject.ts';
import { matchLabel } from './match-label.ts';
import {
  holdOpenMatches,
  holdPastMatches,
  insertMatches,
  keyText,
  updateMatches,
  type MatchInsert,
  type MatchKey,
  type MatchSpan,
  type MatchUpdate,
} from './match-writes.ts';
import { matchExpiryTimer, recordMatchWork, type MatchChange } from './record-match-work.ts';

/** What satisfied one rule about one subject, in the order of arrival. */
export interface RuleHits extends MatchKey {
  readonly compiled: CompiledRule;
  readonly hits: readonly Hit<RuleSubject>[];
  /** How many matches led to the hits; 0 for packets. */
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
    label: matchLabel(of.compiled.rule.name, subject),
    rulePacket: JSON.stringify(packet),
    depth: of.depth,
    inMaintenance: false,
    endReason: episode.end === undefined ? null : matchEndReasons[episode.end],
  };
};

/** The matches with the names of blocks in their labels, also of rules that do not look at the entity. */
const withNames = async (db: ScopedDatabase, begun: readonly Begun[]): Promise<readonly Begun[]> => {
  const unnamed = begun.filter(({ hits }) => hits[0] && hits[0].input.entityName === undefined);
  if (unnamed.length === 0) return begun;
  const facts = await readEntityFacts(
    db,
    unnamed.map(({ tenantId, subjectId }) => ({ tenantId, entityId: subjectId })),
  );
  return begun.map((match) => {
    const subject = match.hits[0]?.input;
    const entityName = facts.of(match.tenantId, match.subjectId)?.name;
    if (!subject || subject.entityName !== undefined || entityName === undefined) return match;
    return { ...match, label: matchLabel(match.of.compiled.rule.name, { ...subject, entityName }) };
  });
};

/** The span of hits that would begin an episode that is over already. */
const longAgo = ({ tenantId, ruleId, subjectId, compiled, hits }: RuleHits, now: Date): MatchSpan[] => {
  const times = hits.map(({ time }) => time).filter((time) => time + compiled.lifetime.lifetime <= now.getTime());
  if (times.length === 0) return [];
  const [from, to] = times.reduce(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)],
    [Infinity, -Infinity],
  );
  return [{ tenantId, ruleId, subjectId, from: new Date(from), to: new Date(to) }];
};

const changeOf = (of: RuleHits, ruleMatchId: string, kind: MatchChange['kind'], moment: number): MatchChange => {
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
  };
};

/** A match that began or ended, by the time of its packets. */
export type AppliedChange = ReturnType<typeof changeOf>;

/**
 * Turns hits into episodes, and the beginnings and ends of episodes into work, in the caller's transaction and in
 * few statements however many hits there are. Hits of an episode that another node opened meanwhile go to that one.
 * Answers what began and ended.
 */
export const applyHits = async (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  found: readonly RuleHits[],
): Promise<readonly AppliedChange[]> => {
  const applied: AppliedChange[] = [];
  let remaining = found;
  while (remaining.length > 0) {
    const now = context.clock.now();
    const open = await holdOpenMatches(db, remaining);
    const past = await holdPastMatches(
      db,
      remaining.flatMap((of) => longAgo(of, now)),
    );
    const updates: MatchUpdate[] = [];
    const changes: AppliedChange[] = [];
    const begun: Begun[] = [];
    for (const of of remaining) {
      const state = { open: open.get(keyText(of)), past: past.get(keyText(of)) ?? [] };
      for (const episode of followEpisodes(state, of.hits, of.compiled.lifetime, now.getTime())) {
        const { ruleMatchId, end, ...followed } = episode;
        if (ruleMatchId === undefined) {
          begun.push(toInsert(of, episode));
          continue;
        }
        const endReason = end === undefined ? null : matchEndReasons[end];
        updates.push({
          ...(followed satisfies Omit<KnownEpisode, 'ruleMatchId'>),
          ruleMatchId,
          tenantId: of.tenantId,
          endReason,
        });
        if (end === 'Expired') changes.push(changeOf(of, ruleMatchId, 'RuleMatchEnded', episode.expires));
      }
    }
    await updateMatches(db, updates, now);
    const inserted = await insertMatches(db, await withNames(db, begun), now);
    const opened = begun.filter(
      ({ ruleMatchId, endReason }) => endReason !== matchEndReasons.OverWhenFound && inserted.has(ruleMatchId),
    );
    for (const { of, ruleMatchId, firstMatch, expires, endReason } of opened) {
      changes.push(changeOf(of, ruleMatchId, 'RuleMatchBegan', firstMatch));
      if (endReason !== null) changes.push(changeOf(of, ruleMatchId, 'RuleMatchEnded', expires));
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
