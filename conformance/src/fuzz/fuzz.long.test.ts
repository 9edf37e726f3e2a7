// Fuzzed requests to our server: a long run, on a machine that has nothing else to do.
import { describeFuzz } from './fuzz-suite.ts';

describeFuzz({ requests: 100_000, timeout: 3 * 3_600_000, patience: { answerMs: 15_000, ordinaryMs: 5_000 }, mostMb: 1_500 });
