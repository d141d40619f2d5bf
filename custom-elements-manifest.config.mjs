/** The analyzer makes an event out of `super('x')` in an event class and of protected members public ones: left out. */
const publicOnly = {
  name: 'public-only',
  packageLinkPhase({ customElementsManifest }) {
    const isPublic = member => !member.privacy || member.privacy === 'public';
    for (const module of customElementsManifest.modules) {
      for (const declaration of module.declarations ?? []) {
        declaration.members &&= declaration.members.filter(member => isPublic(member) && !member.name.startsWith('#'));
        declaration.events &&= declaration.events.filter(event => event.description);
      }
    }
  },
};

/** The package has no sources: what is described is where the build puts it. */
const published = {
  name: 'published',
  packageLinkPhase({ customElementsManifest }) {
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
  globs: ['src/elements/*-{widget,input,control}.ts', 'src/elements/*.events.ts', 'src/define/*.ts'],
  outdir: '.',
  litelement: true,
  packagejson: false,
  plugins: [publicOnly, published],
};
