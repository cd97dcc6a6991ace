import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { experienceScores, type ExperienceScore } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { Context } from '../../platform/context.ts';
import type { ScopedDatabase } from '../../platform/database/gate.ts';
import type { MailLink } from '../actions/mail-templates/mail-content.ts';
import './work-unit-table.ts';

const lifetime = 30 * 86_400_000;
const keyBytes = 32;
const scores = Object.keys(experienceScores) as ExperienceScore[];

/** What a link says, once its seal holds. */
export interface ScoreClaim {
  readonly workUnitId: number;
  readonly score: ExperienceScore;
  readonly expires: Date;
  readonly proof: string;
}

const seal = (key: Buffer, workUnitId: number, score: string, expires: string): string =>
  createHmac('sha256', key).update(['score', workUnitId, score, expires].join('\n')).digest('base64url');

/** The key that seals the links in a tenant's mails, made the first time. */
export const readLinkKey = async (db: ScopedDatabase, context: Context, tenantId: string): Promise<Buffer> => {
  await db
    .insertInto('link_keys')
    .values({ tenant_id: tenantId, seal_key: randomBytes(keyBytes), created: context.clock.now() })
    .onConflict((known) => known.doNothing())
    .execute();
  const row = await db
    .selectFrom('link_keys')
    .select('seal_key')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row.seal_key;
};

/** One link for each score; they end after 30 days. */
export const scoreLinks = (
  origin: string,
  key: Buffer,
  { workUnitId }: Pick<WorkUnit, 'workUnitId'>,
  now: Date,
): readonly MailLink[] => {
  const expires = (now.getTime() + lifetime).toString(36);
  return scores.map((label) => ({
    label,
    href: `${origin}/v1/workunits/score/${[workUnitId, label, expires, seal(key, workUnitId, label, expires)].join('.')}`,
  }));
};

/** What a token claims, before its seal is looked at; `undefined` when it is none. */
export const parseScoreToken = (token: string): ScoreClaim | undefined => {
  const [id = '', named = '', expires = '', proof = ''] = token.split('.');
  const score = scores.find((each) => each === named);
  if (!/^\d{1,15}$/.test(id) || !score || !/^[0-9a-z]{1,9}$/.test(expires)) return undefined;
  return { workUnitId: Number(id), score, expires: new Date(Number.parseInt(expires, 36)), proof };
};

/** Whether the tenant itself made the link. */
export const scoreSealHolds = (key: Buffer, { workUnitId, score, expires, proof }: ScoreClaim): boolean => {
  const due = Buffer.from(seal(key, workUnitId, score, expires.getTime().toString(36)));
  const given = Buffer.from(proof);
  return due.length === given.length && timingSafeEqual(due, given);
};
