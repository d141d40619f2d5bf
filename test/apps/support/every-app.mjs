/** Whether the own tests of all apps run. They are copies of one test, so `npm test` runs it for a few kinds of app. */
export const testsEveryApp = process.env.APPS === 'all';
