// The whole package. The pages of the service take what calls it from `index.ts` and leave hashing to a worker.
export * from './index.ts';
export { verifyWebhook } from './webhook.ts';
