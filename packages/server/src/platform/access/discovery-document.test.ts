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

  it('names the origins that browsers use to sign in and out', () => {
    const endpoints = {
      authorization_endpoint: `${authority}/authorize`,
      token_endpoint: 'https://tokens.example.com/token',
      revocation_endpoint: 'https://revocation.example.com/revoke',
    };
    expect(readDiscovery(authority, { ...document, ...endpoints }).browserOrigins).toEqual([
      authority,
      'https://tokens.example.com',
      'https://revocation.example.com',
    ]);
  });

  it.each(['jwks_uri', 'userinfo_endpoint'])('leads to no %s without TLS where the authority has it', (name) => {
    const plain = { ...document, [name]: 'http://login.example.com/x' };
    expect(() => readDiscovery(authority, plain)).toThrow('http://login.example.com/x, which is not https');
  });
});
