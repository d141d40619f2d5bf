// The React 19 example with React 18 and its types.
import { setUpApp } from './support/app-test.mjs';

const packages = ['react@18.3.1', 'react-dom@18.3.1', '@types/react@18.3.8', '@types/react-dom@18.3.7'];
setUpApp('vite-react', { files: 'dist', packages });
