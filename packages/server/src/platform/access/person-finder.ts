import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { AccessGate } from '../database/gate.ts';
import type { TokenClaims } from './access-token.ts';
import { subjectKey, type AccessSnapshot, type AccessSnapshots, type PersonRecord } from './access-snapshot.ts';
import type { FirstSignIn, SignInWrites } from './access-tables.ts';
import type { Configuration } from '../configuration.ts';
import type { IdentitySource } from './identity-source.ts';
import { createPictureFollower } from './picture-follower.ts';

/** Finds the person of an access token. */
export interface PersonFinder {
  /**
   * Returns the person with the token's subject. If there is none, a person invited for this provider by the mail that
   * it marks as verified is bound to the subject permanently. If only tenants invited them, their invitation of the
   * named tenant, or any, becomes the person. Returns `undefined` for strangers and disabled people.
   */
  find(
    claims: TokenClaims,
    token: string,
    snapshot: AccessSnapshot,
    namedTenant: () => string | undefined,
  ): Promise<PersonRecord | undefined>;
}

/** As `AccessTables.tieSubject`. */
export type SubjectTie = (person: PersonRecord, signIn: FirstSignIn) => Promise<boolean>;

const isDuplicate = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Mails of invitations are ASCII. Others do not match one: lower case turns the Kelvin sign, for example, into a k. */
const asciiMail = /^[\x21-\x7e]+$/;

/** Some providers send booleans as texts, or as 1. */
const verifyingValues: readonly unknown[] = [true, 'true', 1, '1'];

const strangerRemembered = 10_000;
const maximumStrangers = 10_000;

/** A person's refused other account is logged once in five minutes. */
const otherAccountMilliseconds = 5 * 60_000;

export const createPersonFinder = (options: {
  readonly source: IdentitySource;
  readonly configuration: Pick<Configuration, 'mailVerifiedClaim'>;
  readonly gate: AccessGate;
  readonly signIns: SignInWrites;
  readonly tieSubject: SubjectTie;
  readonly snapshots: AccessSnapshots;
  readonly clock: Clock;
  readonly log: Logger;
}): PersonFinder => {
  const { source, gate, signIns, tieSubject, snapshots, clock, log } = options;
  const { mailVerifiedClaim } = options.configuration;
  /** Negative cache: subjects without an invitation, and when they were looked up. */
  const strangers = new Map<string, number>();
  /** People whose mail another account has, and when that was logged. */
  const otherAccounts = new Map<string, number>();
  const pictures = createPictureFollower({ source, gate, signIns, clock, log });

  const profileOf = async (claims: TokenClaims, token: string): Promise<Readonly<Record<string, unknown>>> => {
    const tells = claims['email'] !== undefined && claims[mailVerifiedClaim] !== undefined;
    if (tells || !source.userInfo) return claims;
    const information = await source.userInfo(token);
    return information['sub'] === claims.sub ? information : claims;
  };

  const logOtherAccount = ({ userId }: PersonRecord): void => {
    const now = clock.now().getTime();
    if (now - (otherAccounts.get(userId) ?? -Infinity) < otherAccountMilliseconds) return;
    otherAccounts.set(userId, now);
    log.info({ userId }, 'a sign-in was refused: its mail belongs to a person tied to another account of the provider');
  };

  const invited = (
    profile: Readonly<Record<string, unknown>>,
    snapshot: AccessSnapshot,
    namedTenant: () => string | undefined,
  ): PersonRecord | undefined => {
    const isVerified = verifyingValues.includes(profile[mailVerifiedClaim]);
    if (typeof profile['email'] !== 'string' || !isVerified || !asciiMail.test(profile['email'])) return undefined;
    const mail = profile['email'].toLowerCase();
    const ofProvider = ({ provider }: PersonRecord): boolean => provider === source.provider;
    const person = snapshot.peopleByMail.get(mail)?.find(ofProvider);
    if (person?.subject !== undefined) logOtherAccount(person);
    if (person) return person.subject === undefined && person.enabled ? person : undefined;
    const invitations = snapshot.invitationsByMail.get(mail)?.filter((each) => ofProvider(each) && each.enabled);
    const named = namedTenant();
    return invitations?.find(({ invitedIn }) => invitedIn === named) ?? invitations?.[0];
  };

  const tie = async (
    person: PersonRecord,
    subject: string,
    profile: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const picture = typeof profile['picture'] === 'string' ? profile['picture'] : null;
    // A concurrent call may have bound another invitation of the same person, which then takes precedence.
    const isTied = await tieSubject(person, { subject, picture }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return false;
    });
    if (isTied) log.info({ userId: person.userId }, 'a person was tied to a sign-in');
  };

  return {
    async find(claims, token, snapshot, namedTenant) {
      const key = subjectKey(source.provider, claims.sub);
      const tied = snapshot.peopleBySubject.get(key);
      if (tied) {
        if (!tied.enabled) return undefined;
        // Not awaited: calls do not depend on the picture.
        void pictures.follow(tied, claims, token);
        return tied;
      }
      const now = clock.now().getTime();
      const refused = strangers.get(key);
      if (refused !== undefined && now - refused < strangerRemembered) return undefined;
      const profile = await profileOf(claims, token);
      const person = invited(profile, snapshot, namedTenant);
      if (!person) {
        if (strangers.size >= maximumStrangers) strangers.clear();
        strangers.set(key, now);
        return undefined;
      }
      await tie(person, claims.sub, profile);
      return (await snapshots.refresh()).peopleBySubject.get(key);
    },
  };
};
