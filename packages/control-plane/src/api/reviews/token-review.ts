// TokenReview: whose is this token? SelfSubjectReview: who am I?
import { listAt, stringAt } from '@rectrace/kube';
import { ensureChild } from '../draft.ts';
import { badRequest } from '../failures.ts';
import { timestamp } from '../metadata.ts';
import type { ReviewStatus } from './answer-review.ts';
import { userValue } from './user-text.ts';

const AUTHENTICATED = 'system:authenticated';

export const tokenReviewStatus: ReviewStatus = async (review, { tokens }) => {
  const token = stringAt(review, ['spec', 'token']) ?? '';
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  const outcome = await tokens.authenticate(token, listAt(review, ['spec', 'audiences']).map(String));
  if (outcome.kind === 'unknown') return { user: {}, error: 'invalid bearer token' };
  if (outcome.kind === 'refused') return { user: {}, error: outcome.message };
  const { user, audiences } = outcome;
  const groups = [...new Set([...user.groups, AUTHENTICATED])];
  return { authenticated: true, user: userValue({ ...user, groups }), ...(audiences.length === 0 ? {} : { audiences }) };
};

export const selfSubjectStatus: ReviewStatus = (review, { clock }, { request }) => {
  ensureChild(review, 'metadata')['creationTimestamp'] = timestamp(clock.now());
  return { userInfo: userValue(request.user) };
};
