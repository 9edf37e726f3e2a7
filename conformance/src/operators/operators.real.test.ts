import { CLIENT_NODE } from './client-node.ts';
import { KOPF } from './kopf.ts';
import { describeOperators } from './operator-suite.ts';
import { PROMETHEUS_OPERATOR } from './prometheus-operator.ts';
import { SAMPLE_CONTROLLER } from './sample-controller.ts';

describeOperators('an operator in the sandbox', [SAMPLE_CONTROLLER, PROMETHEUS_OPERATOR, KOPF, CLIENT_NODE]);
