/** The server is in the memory of the page. Returns a number and its code. */
export const answerCalls = () => Promise.resolve({ phone: '9990000001', code: '111111' });
