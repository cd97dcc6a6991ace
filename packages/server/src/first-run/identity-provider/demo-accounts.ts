/** One of the people whom the first-run provider knows. */
export interface DemoAccount {
  /** What one types to sign in; the subject that tokens carry is `demo-{userName}`. */
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

/** The claims about a person beside `sub`, the same in id tokens and access tokens. */
export function profileClaims({ email, name, userName }: DemoAccount): Record<string, string | boolean> {
  return { email, email_verified: true, name, preferred_username: userName };
}
