/** Everything that the portal keeps of a sign-in, under a key of the browser's local storage that begins so. */
export const signInPrefix = 'cfs-portal.sign-in.user:';

/** An entry of a browser's local storage. */
export interface StoredSignIn {
  readonly key: string;
  readonly value: string;
}

/** Well within an access token's ten minutes: none runs out during a journey, and no two browsers renew the same one. */
const goodFor = 4 * 60_000;

/** Sign-ins that were made once, for the journeys that are about something else. */
class KeptSignIns<SignIn> {
  private readonly kept = new Map<string, { readonly since: number; readonly signIn: SignIn }>();

  keep(origin: string, user: string, signIn: SignIn): void {
    this.kept.set(`${user}@${origin}`, { since: performance.now(), signIn });
  }

  /** One that still holds for as long as a journey takes. */
  find(origin: string, user: string): SignIn | undefined {
    const found = this.kept.get(`${user}@${origin}`);
    return found && performance.now() - found.since < goodFor ? found.signIn : undefined;
  }
}

/** Of browsers. */
export const storedSignIns = new KeptSignIns<StoredSignIn>();

/** Of scripts: access tokens. */
export const accessTokens = new KeptSignIns<string>();
