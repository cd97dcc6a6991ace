import { createHmac } from 'node:crypto';
import { experienceScores, type ExperienceScore } from '@cfs/contracts/work-unit-enumerations';
import type { WorkUnit } from '@cfs/contracts/work-units';
import type { DerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { sameText } from '../../../platform/secrets/same-text.ts';
import type { MailLink } from '../../actions/mails/templates/mail-content.ts';

const lifetime = 30 * 86_400_000;
/** The maximum clock skew between two nodes. */
const clockSkewMilliseconds = 30_000;
const scores = Object.keys(experienceScores) as ExperienceScore[];

/** The content of a link; valid only if its seal is. */
export interface ScoreClaim {
  readonly workUnitId: number;
  readonly score: ExperienceScore;
  readonly expires: Date;
  readonly proof: string;
}

const seal = (key: Buffer, workUnitId: number, score: string, expires: string): string =>
  createHmac('sha256', key).update(['score', workUnitId, score, expires].join('\n')).digest('base64url');

/** The key that seals the links in a tenant's mails. */
export const scoreLinkKey = (keys: DerivedKeys, tenantId: string): Buffer => keys.keyFor('score link', tenantId);

/** Returns one link for each score; they expire after 30 days. */
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

/** Parses a token without verifying its seal; `undefined` if it is malformed. */
export const parseScoreToken = (token: string): ScoreClaim | undefined => {
  const [id = '', named = '', expires = '', proof = ''] = token.split('.');
  const score = scores.find((each) => each === named);
  if (!/^\d{1,15}$/.test(id) || !score || !/^[0-9a-z]{1,9}$/.test(expires)) return undefined;
  return { workUnitId: Number(id), score, expires: new Date(Number.parseInt(expires, 36)), proof };
};

/** Whether the seal is valid for the tenant's key and the expiry is not later than that of a link created now. */
export const scoreSealHolds = (key: Buffer, { workUnitId, score, expires, proof }: ScoreClaim, now: Date): boolean =>
  sameText(proof, seal(key, workUnitId, score, expires.getTime().toString(36))) &&
  expires.getTime() - now.getTime() <= lifetime + clockSkewMilliseconds;
