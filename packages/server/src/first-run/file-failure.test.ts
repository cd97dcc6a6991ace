import { expect, test } from 'vitest';
import { StartUpError } from '../platform/start-up-error.ts';
import { explainFileFailure } from './file-failure.ts';

const failure = (code: string): Error => Object.assign(new Error('write failed'), { code });

test.each([
  ['ENOSPC', 'The disk that holds /data is full. Free some space and start again.'],
  ['EDQUOT', 'The disk that holds /data is full. Free some space and start again.'],
  ['EROFS', '/data cannot be written by this user. Give DATA_DIR a directory that it may write, or run as its owner.'],
  ['ENOTDIR', '/data is in the way: DATA_DIR must name a directory.'],
])('explains a file that fails with %s in one line', (code, line) => {
  const cause = failure(code);
  expect(explainFileFailure(cause, '/data')).toEqual(new StartUpError(line, { cause }));
});

test('returns any other failure unchanged', () => {
  const error = failure('EIO');
  expect(explainFileFailure(error, '/data')).toBe(error);
});
