// React for tests of auth-widget/react: a root, and a record of the errors and warnings in the console.
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

let recorded: string[] = [];
const { error, warn } = console;

/** Returns the errors and warnings that the console got since `startReact()`, and restores the console. */
export function stopRecording(): string[] {
  const texts = recorded;
  recorded = [];
  Object.assign(console, { error, warn });
  return texts;
}

export function startReact(): ReactPage {
  const record = (...args: unknown[]) => void recorded.push(args.join(' '));
  Object.assign(console, { error: record, warn: record });
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
      // A wrapper releases its client in a microtask after the unmounting (src/frameworks/client-owner.ts).
      await Promise.resolve();
    },
  };
}

/** `backend` and `store` of a client, without a server. */
export const createBackendAndStore = () => ({ backend: new HeldBackend(), store: new FakeStore() });
