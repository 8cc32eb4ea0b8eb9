// The whole published package. The service's own pages import only `index.ts`, which loads no hashing.
export * from './index.ts';
export { verifyWebhook } from './webhook.ts';
