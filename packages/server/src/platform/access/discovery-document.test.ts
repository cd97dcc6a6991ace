import { describe, expect, it } from 'vitest';
import { readDiscovery } from './discovery-document.ts';

const authority = 'https://login.example.com';
const document = { issuer: authority, jwks_uri: `${authority}/keys`, userinfo_endpoint: `${authority}/me` };

describe('a discovery document', () => {
  it('contains the addresses of the keys and of the userinfo', () => {
    expect(readDiscovery(authority, document)).toEqual({
      keys: new URL(`${authority}/keys`),
      userInfo: `${authority}/me`,
      browserOrigins: [],
    });
  });

  it('contains the origins that browsers use to sign in and out', () => {
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

  it.each(['jwks_uri', 'userinfo_endpoint'])('is rejected for a %s without TLS if the authority uses TLS', (name) => {
    const plain = { ...document, [name]: 'http://login.example.com/x' };
    expect(() => readDiscovery(authority, plain)).toThrow('http://login.example.com/x, which is not https');
  });
});
