import { APIError } from 'better-auth/api';

/** Sends no code to a number without an account, unless the person has chosen to register. */
export async function requireAccountToSignIn(ctx) {
  if (ctx.path === '/phone-number/send-otp' && ctx.body?.register !== true) await requireAccount(ctx);
}

/** The same, if nobody can register by phone. */
export async function requireAccountAlways(ctx) {
  if (ctx.path === '/phone-number/send-otp') await requireAccount(ctx);
}

async function requireAccount(ctx) {
  const where = [{ field: 'phoneNumber', value: String(ctx.body?.phoneNumber) }];
  if (await ctx.context.adapter.findOne({ model: 'user', where })) return;
  throw new APIError('NOT_FOUND', { code: 'PHONE_NUMBER_NOT_EXIST', message: 'This number has no account' });
}
