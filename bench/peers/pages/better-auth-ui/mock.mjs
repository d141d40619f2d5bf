// Nobody has a session.
export default ({ path }) => (path.endsWith('/get-session') ? { body: null } : undefined);
