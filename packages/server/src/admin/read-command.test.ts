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
    ['', /^Give a command/],
    ['dance', /no command "dance"/],
    ['grant', /^Give a mail, or --group/],
    ['grant a@b.example', /^Give a role/],
    ['grant a@b.example Viewer', /^Give --tenant <tenant>, or --all/],
    ['grant a@b.example Viewer --all --tenant North', /either --tenant or --all/],
    ['grant a@b.example Viewer more --all', /^Unexpected argument "more"/],
    ['grant a@b.example Viewer --everywhere', /Unknown option '--everywhere'/],
    ['import-controls --all', /^Give a file/],
    ['import-controls a.json', /^Give --tenant <tenant>, or --all/],
    ['import-controls a.json b.json --all', /^Unexpected argument "b.json"/],
    ['backup', /^Give the directory of the backup/],
    ['backup made --rate 0', /whole number of MiB per second/],
    ['backup made --all', /does not accept --all/],
    ['restore', /^Give the directory of the backup/],
    ['verify all', /^Unexpected argument "all"/],
    ['release', /^Give a mail/],
    ['disable a@b.example --all', /does not accept --all/],
    ['invite a@b.example --all', /^Give a role/],
  ])('is rejected with one line: %s', (line, message) => {
    expect(() => read(line)).toThrow(message);
    expect(() => read(line)).toThrow(/^[^\n]+$/);
  });
});
