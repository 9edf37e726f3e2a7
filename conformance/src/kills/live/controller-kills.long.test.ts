// Figures to docs/reference/results/controller-kills.json.
import { describeLongKills } from './long-kills.ts';
import { CONTROLLER } from './products.ts';

describeLongKills(CONTROLLER);
