import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';
import type { PersonRecord } from './access-snapshot.ts';
import type { SignInWrites } from './access-tables.ts';
import type { TokenClaims } from './access-token.ts';
import type { IdentitySource } from './identity-source.ts';

/** Stores the picture URLs that the identity provider publishes. */
export interface PictureFollower {
  /** Checks each person once a day. Resolves when the URL is stored or unavailable; never rejects. */
  follow(person: PersonRecord, claims: TokenClaims, token: string): Promise<void>;
}

const day = 24 * 60 * 60 * 1_000;
const maxPeople = 10_000;

export const createPictureFollower = (options: {
  readonly source: IdentitySource;
  readonly gate: AccessGate;
  readonly signIns: SignInWrites;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}): PictureFollower => {
  const { source, gate, signIns, clock, log } = options;
  /** When each person's picture was checked. */
  const looked = new Map<string, number>();

  /** The provider's current URL: null for none, `undefined` if unknown. */
  const readAddress = async (claims: TokenClaims, token: string): Promise<string | null | undefined> => {
    if (typeof claims['picture'] === 'string') return claims['picture'];
    const information = (await source.userInfo?.(token)) ?? {};
    if (information['sub'] !== claims.sub) return undefined;
    return typeof information['picture'] === 'string' ? information['picture'] : null;
  };

  const look = async (person: PersonRecord, claims: TokenClaims, token: string): Promise<void> => {
    const address = await readAddress(claims, token);
    if (address === undefined || address === (person.pictureAddress ?? null)) return;
    await gate.access((db) => signIns.storePictureAddress(db, person, address));
  };

  return {
    async follow(person, claims, token) {
      const now = clock.now().getTime();
      const last = looked.get(person.userId);
      if (last !== undefined && now - last < day) return;
      if (looked.size >= maxPeople) looked.clear();
      looked.set(person.userId, now);
      try {
        await look(person, claims, token);
      } catch (error) {
        log.info({ userId: person.userId, err: error }, 'the picture of a person could not be updated');
      }
    },
  };
};
