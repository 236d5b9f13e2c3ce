// One worker runs `kill` before `load`: the larger file first.
const native = { pool: 'forks', experimental: { viteModuleRunner: false, nodeLoader: false } };
const files = ['assert.mjs', 'exit.mjs', 'late.mjs', 'load.mjs', 'reject.mjs'];

export default {
  test: {
    cache: false,
    projects: [
      { test: { ...native, name: 'each', include: files } },
      { test: { ...native, name: 'shared', isolate: false, maxWorkers: 1, include: ['kill.mjs', 'load.mjs'] } },
    ],
  },
};
