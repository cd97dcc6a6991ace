import type { ReactNode } from 'react';
import { isValidElement } from './production-react.ts';

interface HostProps {
  readonly children?: ReactNode;
  readonly href?: string;
}

const isComponent = (type: unknown): type is (props: object) => ReactNode => typeof type === 'function';

const childrenOf = (node: ReactNode): ReactNode[] => (Array.isArray(node) ? (node as ReactNode[]) : [node]);

const inner = (props: HostProps): string => childrenOf(props.children).map(walk).join('');

const walk = (node: ReactNode): string => {
  if (node === null || node === undefined || typeof node === 'boolean') return '';
  if (Array.isArray(node)) return (node as ReactNode[]).map(walk).join('');
  if (!isValidElement<HostProps>(node)) return typeof node === 'object' ? '' : String(node);
  const { type, props } = node;
  if (isComponent(type)) return walk(type(props));
  switch (type) {
    case 'head':
      return '';
    case 'h1':
    case 'p':
      return `${inner(props)}\n\n`;
    case 'th':
      return `${inner(props)}: `;
    case 'tr':
      return `${inner(props)}\n`;
    case 'table':
      return `${inner(props)}\n`;
    case 'a':
      return `${inner(props)}: ${props.href ?? ''}\n`;
    default:
      return inner(props);
  }
};

/** Renders a mail of stateless components as plain text: the same words in the same order, links with their address. */
export const toPlainText = (mail: ReactNode): string =>
  walk(mail)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
