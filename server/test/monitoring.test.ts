import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse, stringify } from 'yaml';
import { createMacs } from '../src/common/crypto.js';
import { loadConfig } from '../src/config/config.js';
import { createLimits } from '../src/domain/rate-limits.js';
import { findProgram } from './support/debian.js';
import { describeOn } from './support/databases.js';
import { Harness, testEnvironment } from './support/harness.js';
import { temporaryFolder } from './support/process.js';

const file = (name: string) => readFile(new URL(`../deploy/${name}`, import.meta.url), 'utf8');

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const readAlerts = async () =>
  (parse(await file('prometheus/alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules);

/** The expressions of the dashboard, with Grafana's variables replaced. */
const readPanels = async () =>
  (JSON.parse(await file('grafana/dashboard.json')) as Dashboard).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })),
  );

/** The metrics that an expression names, without label values. */
const namesIn = (expr: string) => [
  ...new Set(expr.replace(/"[^"]*"/g, '""').match(/\b(?:auth|nodejs|process)_\w+/g) ?? []),
];

const promtool = findProgram('promtool', 'usr/bin/promtool', ['prometheus']);

describe('the alert rules and the dashboard', () => {
  const skip = typeof promtool === 'string' ? promtool : false;
  it('have expressions that promtool accepts', { skip }, async t => {
    assert.ok(typeof promtool !== 'string');
    const folder = await temporaryFolder(t);
    const check = (path: string) =>
      execFileSync(promtool.path, ['check', 'rules', path], { env: promtool.env, encoding: 'utf8' });
    const alerts = new URL('../deploy/prometheus/alerts.yml', import.meta.url).pathname;
    assert.match(check(alerts), new RegExp(`SUCCESS: ${(await readAlerts()).length} rules found`));
    const panels = await readPanels();
    const rules = panels.map(({ expr }, index) => ({ record: `panel:${index}`, expr }));
    const path = join(folder, 'panels.yml');
    await writeFile(path, stringify({ groups: [{ name: 'panels', rules }] }));
    assert.match(check(path), new RegExp(`SUCCESS: ${panels.length} rules found`));
    await writeFile(path, stringify({ groups: [{ name: 'panels', rules: [{ record: 'x', expr: 'sum(' }] }] }));
    assert.throws(() => check(path), 'promtool does check expressions');
  });
});

describe('the alert of a used-up budget', () => {
  it('names each budget of the SMS to all numbers', async () => {
    const { expr } = (await readAlerts()).find(({ alert }) => alert === 'SmsBudgetUsedUp')!;
    const names = new RegExp(`^(?:${/limit=~"([^"]+)"/.exec(expr)![1]})$`);
    const { sendsOfAll, sendsOfNewDevices } = createLimits(loadConfig(testEnvironment), createMacs('secret'));
    for (const { name } of [...sendsOfAll, ...sendsOfNewDevices]) assert.match(name, names);
    const { smsBudgets } = createLimits(loadConfig({ ...testEnvironment, COUNTRIES: 'RU,KZ' }), createMacs('secret'));
    const { ofAll, ofNewDevices } = smsBudgets('KZ', '77011234567');
    for (const { name } of [...ofAll, ...ofNewDevices]) assert.match(name, names);
  });
});

describeOn('postgres', 'the metrics', () => {
  it('are those of the alert rules and the dashboard, with the labels that these select', async t => {
    const harness = await Harness.open('postgres');
    t.after(() => harness.close());
    await harness.start({
      METRICS_PORT: '0',
      CHALLENGE: 'auto',
      CHALLENGE_FREE_SIGN_INS: '5',
      NEW_LOGINS_PER_IP: '60',
    });
    await harness.signInByPhone('79161234567');
    await harness.blockByWrongCodes('79161234568', 900);
    for (const login of ['anna', 'peter', 'maria', 'olga']) await harness.signIn(login, 'correct horse');
    await harness.signIn('maria', 'correct horse', { headers: { 'X-Auth-Challenge': 'rubbish' } });
    const text = await harness.metrics();
    const samples = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
    const served = new Set(samples.map(line => /^\w+/.exec(line)![0]));
    const expressions = [...(await readAlerts()), ...(await readPanels())].map(({ expr }) => expr);
    const named = expressions.flatMap(namesIn);
    assert.ok(new Set(named).size >= 10);
    for (const name of named) assert.ok(served.has(name), `${name} is not served`);
    // For the labels in braces, the names must exist, and values that are compared for equality must occur.
    for (const expr of expressions) {
      for (const [, name, selector] of expr.matchAll(/\b(auth_\w+)\{([^}]*)\}/g)) {
        for (const [, label, operator, value] of selector!.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)) {
          const values = samples
            .filter(line => line.startsWith(`${name}{`))
            .map(line => new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1]);
          assert.ok(
            values.some(found => found !== undefined),
            `${name} has no label ${label}`,
          );
          const isRare = ['replaced-token', 'wrong-password', 'waiting', 'unavailable'].includes(value!);
          if (operator === '=' && !isRare) assert.ok(values.includes(value), `${name} has no ${label}="${value}"`);
        }
      }
    }
  });
});
