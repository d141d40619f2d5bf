// The rule that the others need: without the recorded calls, they have nothing to repeat.
import type { Rule } from './context.js';

export const recordingRule: Rule = {
  id: 'recording',
  title: 'each method succeeds once, so that the rules below can repeat its call with other answers',
  link: 'docs/backend.md#checking-an-adapter',
  async check(context) {
    const { failure } = await context.recordings();
    if (failure) throw failure;
  },
};
