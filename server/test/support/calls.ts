// Calls to a server at `url`, for tests that start it as a process.

const call = (url: string, method: string, body: object) =>
  fetch(`${url}/v1/creds/tel`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

export const sendCode = (url: string, tel: string) => call(url, 'POST', { tel, op: 'add' });

export const verifyCode = (url: string, tel: string, val: string) => call(url, 'PUT', { tel, val, op: 'add' });
