import { testProject } from './support/testing-project.mjs';

testProject('testing-wtr', /(\d+) passed, 0 failed/g);
