import { createHmac } from 'node:crypto';
import { replyPrefix } from '@cfs/contracts/mail-addresses';
import type { DerivedKeys } from '../../../platform/secrets/derived-keys.ts';
import { sameText } from '../../../platform/secrets/same-text.ts';
import type { WorkUnitKey } from '../history/work-unit-history.ts';

/** The number of hexadecimal digits of a seal: 128 bits. */
const sealDigits = 32;

/** The content of a reply address; valid only if its seal is. */
export interface ReplyClaim {
  readonly workUnitId: number;
  readonly proof: string;
}

/** The seal of a unit; in hexadecimal digits, since mail servers may change the case of an address. */
const seal = (keys: DerivedKeys, { tenantId, workUnitId }: WorkUnitKey): string =>
  createHmac('sha256', keys.keyFor('reply address', tenantId))
    .update(['reply', workUnitId].join('\n'))
    .digest('hex')
    .slice(0, sealDigits);

/** Returns the address for replies about a unit, which is valid as long as the unit exists. */
export const replyAddress = (keys: DerivedKeys, domain: string, key: WorkUnitKey): string =>
  `${replyPrefix}${key.workUnitId.toString(36)}.${seal(keys, key)}@${domain}`;

/** Parses the local part of an address without verifying its seal; `undefined` if it is not a reply address. */
export const parseReplyAddress = (localPart: string): ReplyClaim | undefined => {
  const [, id = '', proof = ''] =
    /^reply\+([1-9a-z][0-9a-z]{0,9})\.([0-9a-f]{32})$/.exec(localPart.toLowerCase()) ?? [];
  const workUnitId = Number.parseInt(id, 36);
  return Number.isSafeInteger(workUnitId) ? { workUnitId, proof } : undefined;
};

/** Whether the seal of the address is valid for the tenant. */
export const replySealHolds = (keys: DerivedKeys, tenantId: string, { workUnitId, proof }: ReplyClaim): boolean =>
  sameText(proof, seal(keys, { tenantId, workUnitId }));
