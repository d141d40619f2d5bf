import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../src/config/config.js';
import { settings } from '../../src/config/settings.js';
import { problemsOf } from '../support/environment.js';

const development = { NODE_ENV: 'development' };

describe('names that are not settings', () => {
  it('are refused one edit away from a setting', () => {
    for (const [wrong, right] of Object.entries({
      MAX_ATTEMPT: 'MAX_ATTEMPTS',
      MAX_ATTEMPTSS: 'MAX_ATTEMPTS',
      TRUSTED_PROXEIS: 'TRUSTED_PROXIES',
      BLOCK_STEBS: 'BLOCK_STEPS',
      _SEND_INTERVAL: 'SEND_INTERVAL',
      DATABASE_URI: 'DATABASE_URL',
      SERVER_SECRETS: 'SERVER_SECRET',
      COUNTRIS: 'COUNTRIES',
      CHALENGE: 'CHALLENGE',
    })) {
      assert.deepEqual(problemsOf({ ...development, [wrong]: 'a value' }), [
        `${wrong} is not a setting: ${right} is one`,
      ]);
    }
  });

  it('cause a warning if they begin like a setting', () => {
    for (const name of ['SMS_SENDER_NAME', 'SENDS_PER_WEEK', 'TRUSTED_HOSTS', 'CODE_LENGTH', 'PASSWORD_MIN']) {
      const { warnings } = loadConfig({ ...development, [name]: 'a secret value' });
      assert.deepEqual(warnings, [`${name} is set, and there is no such setting`]);
    }
  });

  it('cause a warning one edit away from a setting if Kubernetes may have set them', () => {
    for (const name of ['METRIC_PORT', 'METRICS__PORT']) {
      const { warnings } = loadConfig({ ...development, [name]: '9090' });
      assert.deepEqual(warnings, [`${name} is set, and is not a setting: METRICS_PORT is one`]);
    }
  });

  it('are ignored if they belong to other programs', () => {
    const others = {
      PATH: '/bin',
      HOSTS: 'x',
      SORT: 'x',
      POST: 'x',
      NODE_OPTIONS: '--max-old-space-size=512',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      SESSION_MANAGER: 'local/desk:@/tmp/.ICE-unix/1',
      DATABASE_SERVICE_HOST: '10.0.0.1',
      DATABASE_PORT: 'tcp://10.0.0.1:5432',
      DATABASE_PORT_5432_TCP_ADDR: '10.0.0.1',
      SERVER_SOFTWARE: 'x',
      NEW_RELIC_LICENSE_KEY: 'x',
      REUSED: 'x',
      POSTGRES_PASSWORD: 'x',
    };
    assert.deepEqual(loadConfig({ ...development, ...others }).warnings, []);
  });

  it('include no setting', () => {
    for (const name of Object.keys(settings)) {
      assert.doesNotMatch(problemsOf({ [name]: '' }).join('\n'), /is not a setting/, name);
    }
  });
});
