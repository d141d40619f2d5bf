import { testProject } from './support/testing-project.mjs';

testProject('testing-vitest-browser', /Tests +(\d+) passed \((\d+)\)/g);
