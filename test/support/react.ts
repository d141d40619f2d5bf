// React for tests of auth-widget/react: a root, and the errors and warnings that React prints.
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { HeldBackend, FakeStore } from './held-backend.js';

export interface ReactPage {
  readonly container: HTMLElement;
  /** Renders, and runs the effects. */
  render(node: ReactNode): void;
  /** Hydrates the markup in the container, asynchronously. */
  hydrate(node: ReactNode): void;
  /** Unmounts, and removes the container. */
  close(): Promise<void>;
}

let reported: string[] = [];
const { error, warn } = console;

/** Errors and warnings of React since the last call. */
export function reportedByReact(): string[] {
  const before = reported;
  reported = [];
  Object.assign(console, { error, warn });
  return before;
}

export function startReact(): ReactPage {
  const report = (...args: unknown[]) => void reported.push(args.join(' '));
  Object.assign(console, { error: report, warn: report });
  const container = document.createElement('div');
  document.body.append(container);
  let root: Root | undefined;
  return {
    container,
    render: node => flushSync(() => (root ??= createRoot(container)).render(node)),
    hydrate: node => void (root = hydrateRoot(container, node)),
    close: async () => {
      flushSync(() => root?.unmount());
      container.remove();
      await Promise.resolve();
    },
  };
}

export const createServer = () => ({ backend: new HeldBackend(), store: new FakeStore() });
