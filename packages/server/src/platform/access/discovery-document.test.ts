import { describe, expect, it } from 'vitest';
import { readDiscovery } from './discovery-document.ts';

const authority = 'https://login.example.com';
const document = { issuer: authority, jwks_uri: `${authority}/keys`, userinfo_endpoint: `${authority}/me` };

describe('a discovery document', () => {
  it('names the keys and what tells more about a person', () => {
    expect(readDiscovery(authority, document)).toEqual({
      keys: new URL(`${authority}/keys`),
      userInfo: `${authority}/me`,
      browserOrigins: [],
    });
  });

  it.each(['jwks_uri', 'userinfo_endpoint'])('leads to no %s without TLS where the authority has it', (name) => {
    const plain = { ...document, [name]: 'http://login.example.com/x' };
    expect(() => readDiscovery(authority, plain)).toThrow('http://login.example.com/x, which is not https');
  });
});
