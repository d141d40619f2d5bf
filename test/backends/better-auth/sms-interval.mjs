import { APIError } from 'better-auth/api';
import { pool } from './project.mjs';

// create table sms_interval (phone_number text primary key, sent_at timestamptz not null);

/** One SMS a minute for each number: of several requests at once, one is let through. */
export async function claimInterval(ctx) {
  if (ctx.path !== '/phone-number/send-otp') return;
  const number = String(ctx.body?.phoneNumber);
  const claimed = await pool.query(
    `insert into sms_interval as earlier values ($1, now())
     on conflict (phone_number) do update set sent_at = now() where earlier.sent_at <= now() - interval '60 seconds'
     returning 1`,
    [number],
  );
  if (claimed.rows.length > 0) {
    // Anybody can ask for a code for an invented number, so rows are deleted once they say nothing.
    await pool.query(`delete from sms_interval where sent_at <= now() - interval '60 seconds'`);
    return;
  }
  const { rows } = await pool.query(
    `select ceil(extract(epoch from sent_at + interval '60 seconds' - now()))::int as seconds
     from sms_interval where phone_number = $1`,
    [number],
  );
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'OTP_SENT_RECENTLY', message: 'A code was sent a moment ago' },
    { 'X-Retry-After': String(rows[0]?.seconds ?? 60) },
  );
}

/** Where the SMS could not be sent, the next one may be requested at once. */
export async function releaseInterval(number, sending) {
  try {
    await sending;
  } catch (error) {
    await pool.query('delete from sms_interval where phone_number = $1', [number]);
    throw error;
  }
}
