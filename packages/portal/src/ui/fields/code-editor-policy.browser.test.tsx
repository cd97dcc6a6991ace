import { createPortal } from 'react-dom';
import { expect, onTestFinished, test } from 'vitest';
import { renderForm } from '../testing/render-form.tsx';
import { CodeInput } from './code-input.tsx';

const nonce = 'c3R5bGVz';

/** A page with the portal's content security policy for styles, and the violations that it has reported. */
const openGuardedPage = async () => {
  const frame = document.createElement('iframe');
  frame.title = 'Guarded page';
  frame.width = '800';
  frame.height = '600';
  frame.srcdoc = `<meta http-equiv="content-security-policy" content="style-src 'self' 'nonce-${nonce}'" />`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  await loaded;
  const { contentDocument: guarded, contentWindow: view } = frame;
  if (!guarded || !view) throw new Error('The frame has no page.');
  const refused: string[] = [];
  guarded.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
  const styleOf = (selector: string): CSSStyleDeclaration | undefined => {
    const element = guarded.querySelector(selector);
    return element ? view.getComputedStyle(element) : undefined;
  };
  return { guarded, refused, styleOf };
};

const setPageNonce = (value: string): void => {
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.nonce = value;
  document.head.append(meta);
  onTestFinished(() => meta.remove());
};

test('the styles of the code editor comply with the content security policy', async () => {
  setPageNonce(nonce);
  const { guarded, refused, styleOf } = await openGuardedPage();
  await renderForm({ schema: '{"a": 1}' }, createPortal(<CodeInput name="schema" label="Schema" />, guarded.body));
  await expect.poll(() => styleOf('.cm-scroller')?.display).toBe('flex');
  await expect.poll(() => styleOf('.cm-editor')?.borderRadius).toBe('6px');
  expect(refused).toEqual([]);
});

test('the content security policy blocks styles without the nonce', async () => {
  const { guarded, refused } = await openGuardedPage();
  await renderForm({ schema: '{}' }, createPortal(<CodeInput name="schema" label="Schema" />, guarded.body));
  await expect.poll(() => refused).toContain('style-src-elem');
});
