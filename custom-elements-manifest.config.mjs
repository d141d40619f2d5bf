// The settings of `npm run manifest`, which writes custom-elements.json from the JSDoc of the elements.

/** @typedef {{ name: string, privacy?: string, description?: string }} Item */
/** @typedef {{ members?: Item[] | undefined, events?: Item[] | undefined }} Declaration */
/** @typedef {{ modules: { path: string, declarations?: Declaration[] }[] }} Manifest */

/**
 * Removes protected members, and the events without a description: the analyzer takes `super('x')` in the class of an
 * event for another event.
 */
const publicOnly = {
  name: 'public-only',
  /** @param {{ customElementsManifest: Manifest }} context */
  packageLinkPhase({ customElementsManifest }) {
    /** @param {Item} member */
    const isPublic = ({ name, privacy = 'public' }) => privacy === 'public' && !name.startsWith('#');
    for (const declaration of customElementsManifest.modules.flatMap(({ declarations = [] }) => declarations)) {
      if (declaration.members) declaration.members = declaration.members.filter(isPublic);
      if (declaration.events) declaration.events = declaration.events.filter(({ description }) => description);
    }
  },
};

/** Sorts modules and keys: the analyzer lists folders in parallel, so both orders would differ from run to run. */
const sorted = {
  name: 'sorted',
  /** @param {{ customElementsManifest: Manifest }} context */
  packageLinkPhase({ customElementsManifest }) {
    /** @param {Record<string, any>} node */
    const sortKeys = node => {
      for (const key of Array.isArray(node) ? [] : Object.keys(node).sort()) {
        const value = node[key];
        Reflect.deleteProperty(node, key);
        node[key] = value;
      }
      for (const value of Object.values(node)) if (value && typeof value === 'object') sortKeys(value);
    };
    customElementsManifest.modules.sort((one, other) => (one.path < other.path ? -1 : 1));
    sortKeys(customElementsManifest);
  },
};

/** Names the files of the package: it has no sources, and what is described in src/ is built into dist/. */
const publishedPaths = {
  name: 'published-paths',
  /** @param {{ customElementsManifest: Manifest }} context */
  packageLinkPhase({ customElementsManifest }) {
    /** @param {Record<string, any>} node */
    const rename = node => {
      for (const [key, value] of Object.entries(node)) {
        if (value && typeof value === 'object') rename(value);
        else if (key === 'path' || key === 'module') node[key] = value.replace(/^\/?src\/(.+)\.[jt]s$/, 'dist/$1.js');
      }
    };
    rename(customElementsManifest);
  },
};

export default {
  // The tags, what they inherit, and their events.
  globs: ['src/elements/**/*-{widget,input,control}.ts', 'src/elements/**/*.events.ts', 'src/define/*.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly, publishedPaths, sorted],
};
