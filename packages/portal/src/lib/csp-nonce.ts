/** The nonce of this page's content security policy; whatever adds a style element must carry it. */
export const cspNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
