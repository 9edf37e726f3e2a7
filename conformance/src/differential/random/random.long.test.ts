// Seeded random requests to the real API server and to ours, compared answer by answer: a long run.
import { describeRandom } from './random-suite.ts';

describeRandom({ requests: 100_000, refusals: 400, seed: 1, timeout: 4 * 3_600_000 });
