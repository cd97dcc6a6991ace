import { describe, expect, it } from 'vitest';
import { readRequest } from './read-command.ts';

const read = (line: string) => readRequest(line.split(' ').filter((word) => word !== ''));

describe('a command line', () => {
  it.each([
    [
      'grant a@b.example Viewer --all',
      { verb: 'grant', holder: { mail: 'a@b.example' }, role: 'Viewer', place: 'all' },
    ],
    [
      'revoke --group staff Viewer --tenant North',
      { verb: 'revoke', holder: { group: 'staff' }, place: { tenant: 'North' } },
    ],
    ['list-grants', { verb: 'list-grants', holder: undefined, place: undefined }],
    ['list-grants a@b.example --all', { holder: { mail: 'a@b.example' }, place: 'all' }],
    ['invite a@b.example', { verb: 'invite', mail: 'a@b.example', grant: undefined }],
    ['invite a@b.example Viewer --all', { grant: { role: 'Viewer', place: 'all' } }],
    ['disable a@b.example --provider other', { verb: 'disable', mail: 'a@b.example', provider: 'other' }],
    ['release a@b.example --provider other', { verb: 'release', mail: 'a@b.example', provider: 'other' }],
    [
      'import-controls a.json --profile b.json --tenant North',
      { verb: 'import-controls', file: 'a.json', profile: 'b.json', place: { tenant: 'North' } },
    ],
    ['import-controls a.json --all', { file: 'a.json', profile: undefined, place: 'all' }],
    ['audit-verify', { verb: 'audit-verify', place: undefined, heads: undefined }],
    ['verify --heads heads.jsonl', { verb: 'verify', heads: 'heads.jsonl' }],
    ['backup made', { verb: 'backup', directory: 'made', withMasterKey: false, bytesPerSecond: 64 * 1024 ** 2 }],
    ['backup made --with-master-key --rate 5', { withMasterKey: true, bytesPerSecond: 5 * 1024 ** 2 }],
    ['restore made --master-key a.key', { verb: 'restore', directory: 'made', masterKeyFile: 'a.key' }],
    ['grant --help', { verb: 'help' }],
  ])('is parsed: %s', (line, request) => {
    expect(read(line)).toMatchObject(request);
  });

  it.each([
    ['', /Which command/],
    ['dance', /no command "dance"/],
    ['grant', /Whose grant/],
    ['grant a@b.example', /Which role/],
    ['grant a@b.example Viewer', /Where/],
    ['grant a@b.example Viewer --all --tenant North', /either --tenant or --all/],
    ['grant a@b.example Viewer more --all', /What is "more" for/],
    ['grant a@b.example Viewer --everywhere', /Unknown option '--everywhere'/],
    ['import-controls --all', /Which file/],
    ['import-controls a.json', /Where/],
    ['import-controls a.json b.json --all', /What is "b.json" for/],
    ['backup', /To which directory/],
    ['backup made --rate 0', /whole number of MiB per second/],
    ['backup made --all', /does not take --all/],
    ['restore', /From which directory/],
    ['verify all', /What is "all" for/],
    ['release', /Whom/],
    ['disable a@b.example --all', /does not take --all/],
    ['invite a@b.example --all', /Which role/],
  ])('is rejected with one line: %s', (line, message) => {
    expect(() => read(line)).toThrow(message);
    expect(() => read(line)).toThrow(/^[^\n]+$/);
  });
});
