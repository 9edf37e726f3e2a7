// Five projects: `unit` (no cluster, no network), `slow` (the same, of whole recordings, kills and restarts: minutes), `built` (needs npm run
// build), `real` (needs the control plane that testbed/ builds) and `long` (what does not fit CI: npm run long).
import { defineConfig } from 'vitest/config';

const conditions = ['rectrace-source', 'node', 'import', 'module', 'default'];
const artefacts = ['**/node_modules/**', '**/dist/**', '**/.cache/**', '**/coverage/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  // Where the global setup runs: it starts the testbed, which imports a workspace by name.
  environments: { __vitest__: { resolve: { conditions, externalConditions: conditions } } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...artefacts, '**/*.slow.test.ts', '**/*.built.test.ts', '**/*.real.test.ts', '**/*.long.test.ts'],
          testTimeout: 60_000,
          maxWorkers: 2,
          // Each worker loads a module once: a third of the time of this suite was loading. No file leaves anything behind that another can see.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: ['**/*.slow.test.ts'],
          exclude: artefacts,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: ['**/*.built.test.ts'],
          exclude: artefacts,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['**/*.real.test.ts'],
          exclude: artefacts,
          globalSetup: ['testbed/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          teardownTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['**/*.long.test.ts'],
          exclude: artefacts,
          globalSetup: ['testbed/src/global-setup.ts'],
          testTimeout: 4 * 3_600_000,
          hookTimeout: 600_000,
          teardownTimeout: 30_000,
          maxWorkers: 1,
        },
      },
    ],
  },
});
