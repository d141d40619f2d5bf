/**
 * The address of the repository, as `https://github.com/<owner>/<name>`; undefined until it has one. `npm run tarball` makes
 * the fields `repository`, `homepage` and `bugs` from it, and the links to files that are not in the package. Without it, the
 * release workflow publishes nothing.
 * @type {string | undefined}
 */
export const REPOSITORY = undefined;
