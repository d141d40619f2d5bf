// The two commands of .github/workflows/release.yml:
//   node scripts/release/release.mjs version   makes the next version from the changesets, and writes its number wherever it occurs
//   node scripts/release/release.mjs publish   publishes the version in package.json, and pushes its tag. Does nothing if npm has it already, or if
//                                              repository.mjs has no address
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeVersion, runChangeset } from './changesets.mjs';
import { REPOSITORY } from './repository.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

/** @param {string[]} args */
const npm = (...args) => void execFileSync('npm', args, { stdio: 'inherit' });

/**
 * Whether npm has this version.
 * @param {string} name
 * @param {string} version
 */
function isPublished(name, version) {
  try {
    // npm 11 fails with E404 if the package or only this version is missing. Older ones print nothing for a version.
    return execFileSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8', stdio: 'pipe' }) !== '';
  } catch (error) {
    if (error instanceof Error && 'stderr' in error && String(error.stderr).includes('E404')) return false;
    throw error;
  }
}

function publish() {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (!REPOSITORY) {
    console.log(
      'Nothing is published: provenance needs the address of the repository (scripts/release/repository.mjs).',
    );
    return;
  }
  if (isPublished(name, version)) {
    console.log(`${name}@${version} is on npm.`);
    return;
  }
  npm('test', '--', 'build', 'package');
  npm('run', 'tarball');
  npm('publish', `./out/${name}-${version}.tgz`, '--provenance', '--access', 'public');
  runChangeset(root, 'tag');
  // The action pushes tags only with the releases of GitHub that it makes itself (changesets/action, issue 547).
  execFileSync('git', ['push', 'origin', `v${version}`], { stdio: 'inherit' });
}

const command = process.argv[2];
if (command === 'publish') publish();
else if (command === 'version') {
  if (makeVersion(root, new Date())) npm('run', 'manifest');
} else {
  console.error('node scripts/release/release.mjs version|publish');
  process.exitCode = 1;
}
