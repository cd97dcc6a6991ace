import { experienceScores } from '@cfs/contracts/work-unit-enumerations';
import { systemContext, type Context } from '../../../platform/context.ts';
import type { Services } from '../../../platform/services.ts';
import { parseScoreToken, scoreLinkKey, scoreSealHolds, type ScoreClaim } from './score-link.ts';
import { describeChanges } from '../changes/describe-changes.ts';
import { recordWorkUnitEvent } from '../changes/work-unit-event.ts';
import { addHistory } from '../history/work-unit-history.ts';

/** The state of a link: the score can be given, was given already, or the link is unknown or expired. */
export type ScoreLink =
  | { readonly kind: 'open' | 'given'; readonly tenantId: string; readonly claim: ScoreClaim }
  | { readonly kind: 'unknown' | 'expired' };

/** The outcome of giving a score: `taken` also if there was one already, which then stays. */
export type ScoreOutcome =
  | { readonly kind: 'taken'; readonly tenantId: string }
  | { readonly kind: 'unknown' | 'expired' };

const contextOf = (services: Services, tenantId: string | 'all'): Context =>
  systemContext({ name: 'stakeholder', clock: services.clock, tenantId });

/** Reads the state of a sealed link of a mail; changes nothing. */
export const readScoreLink = async (services: Services, token: string): Promise<ScoreLink> => {
  const claim = parseScoreToken(token);
  if (!claim) return { kind: 'unknown' };
  const unit = await services.gate.read(contextOf(services, 'all'), 'WorkUnits:view', (db) =>
    db
      .selectFrom('work_units')
      .select(['tenant_id', 'stakeholder_experience_score'])
      .where('work_unit_id', '=', claim.workUnitId)
      .executeTakeFirst(),
  );
  if (!unit) return { kind: 'unknown' };
  const { tenant_id: tenantId, stakeholder_experience_score: given } = unit;
  const now = services.clock.now();
  if (!scoreSealHolds(scoreLinkKey(services.keys, tenantId), claim, now)) return { kind: 'unknown' };
  if (claim.expires <= now) return { kind: 'expired' };
  return { kind: given === null ? 'open' : 'given', tenantId, claim };
};

/** Stores the score of a sealed link of a mail, once for each unit. */
export const takeScore = async (services: Services, token: string): Promise<ScoreOutcome> => {
  const link = await readScoreLink(services, token);
  if (!('claim' in link)) return link;
  const { tenantId, claim } = link;
  const context = contextOf(services, tenantId);
  return services.gate.write(context, { permission: 'WorkUnits:edit', shared: true }, async (db, change) => {
    const before = await db
      .selectFrom('work_units')
      .select(['modified', 'stakeholder_experience_score', 'stakeholder_email_address'])
      .where('tenant_id', '=', tenantId)
      .where('work_unit_id', '=', claim.workUnitId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.stakeholder_experience_score !== null) return { kind: 'taken', tenantId };
    const by = before.stakeholder_email_address ?? 'stakeholder';
    const asStakeholder = change.as({ ...context, actor: { kind: 'system', name: by } });
    const stored = await db
      .updateTable('work_units')
      .set({
        stakeholder_experience_score: experienceScores[claim.score],
        ...asStakeholder.modified(before),
      })
      .where('tenant_id', '=', tenantId)
      .where('work_unit_id', '=', claim.workUnitId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [seen, given] = [{ stakeHolderExperienceScore: null }, { stakeHolderExperienceScore: claim.score }];
    await addHistory(db, asStakeholder.context, { tenantId, workUnitId: claim.workUnitId }, [
      ...describeChanges(seen, given),
      { historyType: 'WorkUnitEvent', detail: 'OnChange' },
    ]);
    await asStakeholder.record({
      entity: 'WorkUnit',
      id: String(claim.workUnitId),
      tenantId,
      before: seen,
      after: given,
    });
    await recordWorkUnitEvent(services, db, asStakeholder.context, stored, 'OnChange', ['stakeHolderExperienceScore']);
    return { kind: 'taken', tenantId };
  });
};
