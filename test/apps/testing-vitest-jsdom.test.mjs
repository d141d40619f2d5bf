import { testProject } from './support/testing-project.mjs';

testProject('testing-vitest-jsdom', /Tests +(\d+) passed \((\d+)\)/g);
