import { createRequire } from 'node:module';
import type * as React from 'react';
import type * as Server from 'react-dom/server';

/**
 * Loads React's production build regardless of NODE_ENV. The development build, which a first run would load otherwise,
 * records the stack of each element, so that rendering a mail takes several times as long.
 */
const load = createRequire(import.meta.url);
const { NODE_ENV } = process.env;
process.env['NODE_ENV'] = 'production';
const react = load('react') as typeof React;
const server = load('react-dom/server') as typeof Server;
if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
else process.env['NODE_ENV'] = NODE_ENV;

export const { createElement, Fragment, isValidElement } = react;
export const { renderToStaticMarkup } = server;
