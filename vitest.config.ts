// Two projects: `unit` (no cluster, no network) and `real` (needs the control plane that testbed/ builds, or the packed tarball).
import { defineConfig } from 'vitest/config';

const conditions = ['rectrace-source', 'node', 'import', 'module', 'default'];
const built = ['**/node_modules/**', '**/dist/**', '**/.cache/**', '**/coverage/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...built, '**/*.real.test.ts', '**/*.long.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['**/*.real.test.ts'],
          exclude: built,
          globalSetup: ['testbed/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          teardownTimeout: 30_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
