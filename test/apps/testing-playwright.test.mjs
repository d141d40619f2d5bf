import { testProject } from './support/testing-project.mjs';

testProject('testing-playwright', /^ *(\d+) passed/gm);
