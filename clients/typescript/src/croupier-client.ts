// The whole package. The service's own pages import `index.ts` and leave hashing to a worker.
export * from './index.ts';
export { verifyWebhook } from './webhook.ts';
