import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preferredLanguage } from '../../src/http/api.js';

describe('preferredLanguage', () => {
  it('is the supported language with the highest quality, else the fallback', () => {
    const cases: readonly [string | undefined, string][] = [
      [undefined, 'ru'],
      ['', 'ru'],
      ['en', 'en'],
      ['en-US,en;q=0.9,ru;q=0.8', 'en'],
      ['fr;q=0.9, en;q=0.1, ru;q=0.2', 'ru'],
      ['en;q=0, ru', 'ru'],
      ['en;q=0., ru;q=0.1', 'ru'],
      ['*', 'ru'],
      [';;;,=,q=', 'ru'],
    ];
    for (const [header, language] of cases)
      assert.equal(preferredLanguage(header, ['ru', 'en'], 'ru'), language, header);
  });
});
