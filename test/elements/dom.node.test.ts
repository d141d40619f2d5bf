// Addresses of links that a page sets.
import assert from 'node:assert/strict';
import test from 'node:test';
import { safeHref } from '../../src/elements/dom.js';

const BASE = 'https://site.example/en/';

test('relative addresses and those with http: or https: are accepted', () => {
  for (const [href, address] of [
    ['/recover', 'https://site.example/recover'],
    ['recover?a=1#b', 'https://site.example/en/recover?a=1#b'],
    ['#terms', 'https://site.example/en/#terms'],
    ['//other.example/x', 'https://other.example/x'],
    ['https://other.example/x', 'https://other.example/x'],
    ['HTTP://other.example', 'http://other.example/'],
    [' /recover\n', 'https://site.example/recover'],
  ] as const)
    assert.equal(safeHref(href, BASE), address, href);
  assert.equal(safeHref('/recover', 'file:///app/index.html'), 'file:///recover');
});

test('any other scheme, however it is spelled, and an empty address are refused', () => {
  for (const href of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'blob:https://site.example/x',
    'mailto:help@site.example',
    'view-https:https://site.example/x',
    'https://',
    '',
    null,
    undefined,
  ])
    assert.equal(safeHref(href, BASE), undefined, String(href));
  assert.equal(safeHref('relative', 'data:text/html,x'), undefined);
});
