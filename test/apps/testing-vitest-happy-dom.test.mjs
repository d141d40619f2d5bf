import { testProject } from './support/testing-project.mjs';

testProject('testing-vitest-happy-dom', /Tests +(\d+) passed \((\d+)\)/g);
