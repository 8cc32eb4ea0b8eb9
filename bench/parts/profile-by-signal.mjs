import { profileBySignal } from './profiler.mjs';

profileBySignal('SIGUSR1', process.env.PROFILE);
