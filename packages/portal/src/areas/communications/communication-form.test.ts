import { expect, test } from 'vitest';
import { communicationFormSchema } from './communication-form.ts';

test.each([
  [{ status: 'Resolved' }, false],
  [{ status: 'Resolved', rootCause: ' ' }, false],
  [{ status: 'Resolved', rootCause: 'A full disk' }, true],
  [{ status: 'Cancelled' }, true],
  [{ status: 'Investigating', rootCause: '' }, true],
])('%j requires a root cause only if resolved', (values, isValid) => {
  const result = communicationFormSchema.safeParse(values);
  expect(result.success).toBe(isValid);
  if (!result.success) expect(result.error.issues).toMatchObject([{ path: ['rootCause'] }]);
});
