// Our Vitest reporter. Vitest's own JSON omits errors outside tests, files that a killed worker never ran, projects and
// differences.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './ensure.mjs';
import { reason } from './results.mjs';

const all = (found) => [...found];

/** All failures in a file: tests, and errors of the file and its suites. */
function failuresOf(module) {
  const outside = [module, ...module.children.allSuites()].flatMap((one) =>
    one.errors().map((error) => ({ test: one.fullName ?? '', errors: [error] })),
  );
  const failed = all(module.children.allTests('failed')).map((test) => ({
    test: test.fullName,
    errors: test.result().errors,
  }));
  const pending = all(module.children.allTests('pending')).map((test) => test.fullName);
  const lost =
    pending.length > 0 ? [{ test: pending[0], errors: [{ message: 'it and what follows did not end' }] }] : [];
  return [...outside, ...failed, ...lost];
}

/** The report of a run; `specifications` are the files it should run. */
function reportOf(specifications, modules, errors) {
  const files = modules.map((module) => ({
    project: module.project.name,
    file: relative(root, module.moduleId),
    ms: module.diagnostic().collectDuration + module.diagnostic().setupDuration + module.diagnostic().duration,
    passed: all(module.children.allTests('passed')).length,
    skipped: all(module.children.allTests('skipped')).length,
    failures: failuresOf(module),
  }));
  const ran = new Set(modules.map((module) => `${module.project.name} ${module.moduleId}`));
  for (const { project, moduleId } of specifications) {
    if (ran.has(`${project.name} ${moduleId}`)) continue;
    const failures = [{ test: '', errors: [{ message: 'the file did not run' }] }];
    files.push({ project: project.name, file: relative(root, moduleId), ms: 0, passed: 0, skipped: 0, failures });
  }
  const failures = files.flatMap((one) =>
    one.failures.map((failure) => ({ project: one.project, file: one.file, ...failure })),
  );
  for (const error of errors) {
    const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test = '' } = error;
    const file = path === undefined ? 'outside the tests' : relative(root, path);
    // With several seeds a file is in several projects, so the owner is ambiguous.
    const [owner, ...others] = files.filter((one) => one.file === file);
    const project = owner !== undefined && others.length === 0 ? owner.project : '';
    failures.push({ project, file, test: test === '' ? '' : `near ${test}`, errors: [error] });
  }
  return {
    files: files.map(({ project, file, ms, passed, skipped }) => ({ project, file, ms, passed, skipped })),
    failures: failures.map(({ errors: found, ...failure }) => ({ ...failure, reason: found.map(reason).join('\n') })),
  };
}

export default class VitestReport {
  onInit({ config }) {
    this.outputFile = config.outputFile;
  }

  onTestRunStart(specifications) {
    this.specifications = specifications;
  }

  onTestRunEnd(modules, errors) {
    writeFileSync(this.outputFile, JSON.stringify(reportOf(this.specifications, modules, errors)));
  }
}
