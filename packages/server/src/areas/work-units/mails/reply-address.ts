import { createHmac } from 'node:crypto';
import { replyPrefix } from '@cfs/contracts/mail-addresses';
import type { DerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { sameText } from '../../../platform/secrets/same-text.ts';
import type { StreamKey } from '../history/work-unit-history.ts';

/** Hexadecimal digits of a seal: 128 bits. */
const sealDigits = 32;

/** What a reply address says, once its seal holds. */
export interface ReplyClaim {
  readonly workUnitId: number;
  readonly proof: string;
}

/** In hexadecimal digits, as mail servers may change the case of an address. */
const seal = (keys: DerivedKeys, { tenantId, workUnitId }: StreamKey): string =>
  createHmac('sha256', keys.keyFor('reply address', tenantId))
    .update(['reply', workUnitId].join('\n'))
    .digest('hex')
    .slice(0, sealDigits);

/** The address to which a reply about a unit is sent: it holds as long as the unit exists. */
export const replyAddress = (keys: DerivedKeys, domain: string, key: StreamKey): string =>
  `${replyPrefix}${key.workUnitId.toString(36)}.${seal(keys, key)}@${domain}`;

/** What the local part of an address claims, before its seal is checked; `undefined` when it is no reply address. */
export const parseReplyAddress = (localPart: string): ReplyClaim | undefined => {
  const [, id = '', proof = ''] =
    /^reply\+([1-9a-z][0-9a-z]{0,9})\.([0-9a-f]{32})$/.exec(localPart.toLowerCase()) ?? [];
  const workUnitId = Number.parseInt(id, 36);
  return Number.isSafeInteger(workUnitId) ? { workUnitId, proof } : undefined;
};

/** Whether the tenant itself made the address. */
export const replySealHolds = (keys: DerivedKeys, tenantId: string, { workUnitId, proof }: ReplyClaim): boolean =>
  sameText(proof, seal(keys, { tenantId, workUnitId }));
