/**
 * Where the repository is, as `https://github.com/<owner>/<name>`; undefined until it has an address. `npm run tarball`
 * writes what depends on it: the fields `repository`, `homepage` and `bugs`, and links to files that are not in the package.
 * @type {string | undefined}
 */
export const REPOSITORY = undefined;
