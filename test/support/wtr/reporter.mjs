/**
 * Prints one honest last line, `wtr: N passed, N failed, N skipped`, counted for each test in each engine. A file that
 * could not run, or that left an unhandled rejection behind, counts as one failure.
 */
export function countReporter() {
  return {
    stop({ sessions, testCoverage }) {
      const engines = {};
      for (const session of sessions) {
        const count = (engines[session.browser.name] ??= { passed: 0, failed: 0, skipped: 0 });
        let own = 0;
        const walk = suite => {
          for (const test of suite?.tests ?? []) {
            own++;
            count[test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed']++;
          }
          for (const inner of suite?.suites ?? []) walk(inner);
        };
        walk(session.testResults);
        if (own === 0 || (!session.passed && (session.errors?.length ?? 0) > 0)) count.failed++;
      }
      const total = { passed: 0, failed: 0, skipped: 0 };
      for (const [name, count] of Object.entries(engines)) {
        console.log(`  ${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
        for (const key of Object.keys(total)) total[key] += count[key];
      }
      if (testCoverage && !testCoverage.passed) console.log('  coverage is below the threshold');
      if (total.failed > 0) process.exitCode = 1;
      // After the default reporter's own last words.
      process.once('exit', code => {
        if (code === 0 && (total.failed > 0 || total.passed === 0)) process.exitCode = 1;
        console.log(`wtr: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
      });
    },
  };
}
