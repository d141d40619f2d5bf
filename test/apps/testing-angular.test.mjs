import { testProject } from './support/testing-project.mjs';

testProject('testing-angular', /Tests +(\d+) passed \((\d+)\)/g);
