import { randomUUID } from 'node:crypto';
import { matchEndReasons } from '@cfs/contracts/rule-matches';
import type { Context } from '../../../platform/context.ts';
import type { ScopedDatabase } from '../../../platform/database/gate.ts';
import type { Work } from '../../../platform/durable-work/work-order.ts';
import type { RunnableRule } from '../conditions/compile-rule.ts';
import { followEpisodes, type BegunEpisode, type EpisodeChanges, type Hit } from './follow-episodes.ts';
import { matchLabel } from './match-label.ts';
import {
  holdOpenMatches,
  holdPastMatches,
  insertMatches,
  keyText,
  updateMatches,
  type MatchInsert,
  type MatchKey,
  type MatchUpdate,
} from './match-writes.ts';
import { matchExpiryTimer, recordMatchWork, type MatchChange } from './record-match-work.ts';
import type { RuleSubject } from '../conditions/rule-subject.ts';

/** The packets of one subject that satisfied one rule, in the order of their time. */
export interface RuleHits extends MatchKey {
  readonly rule: RunnableRule;
  readonly hits: readonly Hit<RuleSubject>[];
}

type Begun = MatchInsert & { readonly of: RuleHits; readonly hits: readonly Hit<RuleSubject>[] };

const toInsert = (of: RuleHits, episode: BegunEpisode<RuleSubject>): Begun => {
  const subject = episode.hits[0]?.packet;
  const { tenantId, ruleId, subjectId } = of;
  const packet = { entityId: subjectId, timestamp: subject?.timestamp, message: subject?.message };
  return {
    ...episode,
    of,
    tenantId,
    ruleId,
    subjectId,
    ruleMatchId: randomUUID(),
    label: matchLabel(of.rule.name, subject),
    rulePacket: JSON.stringify(packet),
  };
};

/** The key with the moment of its first hit, when an episode that the hit begins would be over already. */
const longAgo = ({ tenantId, ruleId, subjectId, rule, hits }: RuleHits, now: Date) => {
  const [first] = hits;
  if (!first || first.time + rule.matchLifetimeSeconds * 1_000 > now.getTime()) return [];
  return [{ tenantId, ruleId, subjectId, moment: new Date(first.time) }];
};

/**
 * Turns hits into episodes, and the beginnings and ends of episodes into work, in the caller's transaction and in
 * few statements however many hits there are. Hits of an episode that another node opened meanwhile go to that one.
 */
export const applyHits = async (
  work: Work,
  db: ScopedDatabase,
  context: Context,
  found: readonly RuleHits[],
): Promise<void> => {
  let remaining = found;
  while (remaining.length > 0) {
    const now = context.clock.now();
    const open = await holdOpenMatches(db, remaining);
    const past = await holdPastMatches(
      db,
      remaining.flatMap((of) => longAgo(of, now)),
    );
    const updates: MatchUpdate[] = [];
    const ended: MatchChange[] = [];
    const begun: Begun[] = [];
    for (const of of remaining) {
      const { rule, tenantId, ruleId, subjectId } = of;
      const episode = open.get(keyText(of));
      const changes: EpisodeChanges<RuleSubject> = followEpisodes(
        { open: episode, past: past.get(keyText(of)) },
        of.hits,
        { lifetime: rule.matchLifetimeSeconds * 1_000, sliding: rule.useSlidingExpiration },
        now.getTime(),
      );
      const changed = changes.extended ?? (changes.ended ? episode : undefined);
      if (changed) updates.push({ ...changed, tenantId, endReason: changes.ended ? matchEndReasons.Expired : null });
      if (changes.completed) {
        updates.push({ ...changes.completed, tenantId, endReason: matchEndReasons.OverWhenFound });
      }
      if (changed && changes.ended) {
        const { ruleMatchId } = changed;
        ended.push({
          tenantId,
          ruleId,
          subjectId,
          ruleMatchId,
          moment: new Date(changed.expires).toISOString(),
          kind: 'RuleMatchEnded',
          actions: rule.expirationActions,
        });
      }
      begun.push(...changes.begun.map((each) => toInsert(of, each)));
    }
    await updateMatches(db, updates, now);
    const inserted = await insertMatches(db, begun, now);
    const opened = begun.filter((match) => !match.isOver && inserted.has(match.ruleMatchId));
    await recordMatchWork(work, db, context, [
      ...ended,
      ...opened.map(({ tenantId, ruleId, subjectId, ruleMatchId, firstMatch, of }): MatchChange => ({
        tenantId,
        ruleId,
        subjectId,
        ruleMatchId,
        moment: new Date(firstMatch).toISOString(),
        kind: 'RuleMatchBegan',
        actions: of.rule.matchActions,
      })),
    ]);
    await work.schedule(
      db,
      opened.map(({ tenantId, ruleMatchId, expires }) => ({
        tenantId,
        kind: matchExpiryTimer,
        key: ruleMatchId,
        due: new Date(expires),
      })),
    );
    remaining = begun
      .filter((match) => !inserted.has(match.ruleMatchId))
      .map((match) => ({ ...match.of, hits: match.hits }));
  }
};
