// The settings of `npm run manifest`, which writes custom-elements.json from the JSDoc of the elements.

/** @typedef {{ name: string, privacy?: string, description?: string }} Item */
/** @typedef {{ members?: Item[] | undefined, events?: Item[] | undefined }} Declaration */
/** @typedef {{ modules: { path: string, declarations?: Declaration[] }[] }} Manifest */

/**
 * Removes the members that aren't public, and the events without a description. The analyzer adds such an event for each
 * `this.dispatchEvent(new X())`, without a name unless a string is the first argument. The tags `@fires` name and describe the real ones.
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

/** Sorts the modules by path and the keys of each object by name. The analyzer lists folders in parallel, so both orders differ from run to run. */
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

/** Replaces the path of each source by that of the file in the package, which has the build and no sources. */
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
  // The elements, the control that two of them inherit from, their events, and the definitions of the tags.
  globs: ['src/elements/**/*-{widget,input,control}.ts', 'src/elements/**/*.events.ts', 'src/define/*.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly, publishedPaths, sorted],
};
