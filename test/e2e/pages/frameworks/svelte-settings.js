/** The settings that the test changes. `attached`: the properties that the attachment sets. */
export const createSettings = () => ({ isShown: true, attached: undefined, listeners: {}, mode: 'login' });
