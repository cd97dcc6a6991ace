import { expect, test } from 'vitest';
import { StartUpError } from '../platform/start-up-error.ts';
import { explainFileFailure } from './file-failure.ts';

const failure = (code: string): Error => Object.assign(new Error('write failed'), { code });

test.each([
  ['ENOSPC', 'The disk that holds /data is full. Free some space and start again.'],
  ['EDQUOT', 'The disk that holds /data is full. Free some space and start again.'],
  [
    'EROFS',
    '/data cannot be written by this user. Set DATA_DIR to a directory that this user can write, or run as its owner.',
  ],
  ['ENOTDIR', '/data is not a directory: DATA_DIR must name a directory.'],
])('explains a file that fails with %s in one line', (code, line) => {
  const cause = failure(code);
  expect(explainFileFailure(cause, '/data')).toEqual(new StartUpError(line, { cause }));
});

test('returns any other failure unchanged', () => {
  const error = failure('EIO');
  expect(explainFileFailure(error, '/data')).toBe(error);
});
