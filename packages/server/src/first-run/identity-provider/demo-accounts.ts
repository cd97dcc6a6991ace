/** A user of the first-run provider. */
export interface DemoAccount {
  /** The name to sign in with; the subject of tokens is `demo-{userName}`. */
  userName: string;
  subject: string;
  name: string;
  email: string;
}

const account = (userName: string, name: string): DemoAccount => ({
  userName,
  subject: `demo-${userName}`,
  name,
  email: `${userName}@demo.example`,
});

/** The demo users, one for each built-in role. */
export const demoAccounts: readonly DemoAccount[] = [
  account('admin', 'Ada Admin'),
  account('operator', 'Olga Operator'),
  account('viewer', 'Viktor Viewer'),
  account('requester', 'Rita Requester'),
];

/** The claims about a person in addition to `sub`, the same in ID tokens and access tokens. */
export function profileClaims({ email, name, userName }: DemoAccount): Record<string, string | boolean> {
  return { email, email_verified: true, name, preferred_username: userName };
}
