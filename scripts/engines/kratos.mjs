import { provideGoProgram } from './go-program.mjs';

const RELEASE = 'v1.3.1';

/** The server of Ory Kratos, for the tests of src/backends/kratos.ts: the newest release that is a Go module. */
export const provideKratos = () =>
  provideGoProgram({
    name: 'Ory Kratos',
    file: 'kratos',
    release: RELEASE,
    module: `github.com/ory/kratos@${RELEASE}`,
    dropReplace: 'github.com/ory/client-go',
    variable: 'KRATOS',
    releases: 'https://github.com/ory/kratos/releases',
  });
