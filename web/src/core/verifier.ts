import workerAddress from '../verify/worker.ts?worker&url';
import type { ParRequest, ParResult, Verification, VerificationRequest, Views, ViewsRequest } from './verification.ts';

/** The browser API Trusted Types, which some browsers lack. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** A Trusted Types policy that allows one script: the worker. The server's Content-Security-Policy lists its name. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('croupier-verifier', {
  createScriptURL(url) {
    if (url !== workerAddress) throw new TypeError('only the verifier is run beside the page');
    return url;
  },
});

export function verifyBeside(asked: VerificationRequest, signal: AbortSignal): Promise<Verification> {
  return askBeside(asked, signal);
}

/** Replays a transcript and returns what a seat saw at each version. */
export function viewsBeside(asked: ViewsRequest, signal: AbortSignal): Promise<Views> {
  return askBeside(asked, signal);
}

export function parBeside(asked: ParRequest, signal: AbortSignal): Promise<ParResult> {
  return askBeside(asked, signal);
}

function askBeside<Reply>(asked: VerificationRequest | ViewsRequest | ParRequest, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module' });
    const end = () => worker.terminate();
    signal.addEventListener('abort', end, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      end();
      resolve(data);
    });
    worker.addEventListener('error', ({ message }) => {
      end();
      reject(new Error(message || 'the worker that verifies cannot be loaded'));
    });
    worker.postMessage(asked);
  });
}
