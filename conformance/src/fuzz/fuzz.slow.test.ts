// Fuzzed requests to our server, few enough for every run of the tests. Slowness alone fails none of them.
import { describeFuzz } from './fuzz-suite.ts';

describeFuzz({ requests: 1_500, timeout: 600_000, patience: { answerMs: 120_000, ordinaryMs: 60_000 }, mostMb: 1_000 });
