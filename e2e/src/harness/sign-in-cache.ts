/** The key prefix of the session in local storage. */
export const signInPrefix = 'cfs-portal.sign-in.user:';

/** An entry of local storage. */
export interface StoredSignIn {
  readonly key: string;
  readonly value: string;
}

/** Shorter than the ten minutes of an access token: no journey outlives it, and no two browsers renew the same one. */
const maxAgeMilliseconds = 4 * 60_000;

/** A cache of sign-ins, for journeys that do not test signing in. */
class SignInCache<SignIn> {
  private readonly kept = new Map<string, { readonly since: number; readonly signIn: SignIn }>();

  keep(origin: string, user: string, signIn: SignIn): void {
    this.kept.set(`${user}@${origin}`, { since: performance.now(), signIn });
  }

  /** A cached sign-in that outlives a journey. */
  find(origin: string, user: string): SignIn | undefined {
    const found = this.kept.get(`${user}@${origin}`);
    return found && performance.now() - found.since < maxAgeMilliseconds ? found.signIn : undefined;
  }
}

/** Local storage entries for browsers. */
export const storedSignIns = new SignInCache<StoredSignIn>();

/** Access tokens for scripts. */
export const accessTokens = new SignInCache<string>();
