/** A minimal browser for sign-ins in tests: it keeps cookies; `open` follows no redirects. */
export interface TestBrowser {
  open(address: string, init?: RequestInit): Promise<Response>;
  /** Opens an address and follows its redirects while their path starts with `/identity`. */
  follow(address: string, init?: RequestInit): Promise<{ address: string; response: Response }>;
}

export function createTestBrowser(): TestBrowser {
  const cookies = new Map<string, { value: string; path: string }>();

  const open = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(address);
    const sent = [...cookies].filter(([, { path }]) => pathname.startsWith(path));
    const headers = new Headers(init.headers);
    if (sent.length > 0) headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '));
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' });
    }
    return response;
  };

  return {
    open,
    async follow(address, init) {
      let response = await open(address, init);
      let here = address;
      for (;;) {
        const location = response.headers.get('location');
        if (location === null) return { address: here, response };
        here = new URL(location, here).href;
        if (!new URL(here).pathname.startsWith('/identity')) return { address: here, response };
        response = await open(here);
      }
    },
  };
}
