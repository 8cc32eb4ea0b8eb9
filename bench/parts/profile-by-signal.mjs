// Loaded into a server before its own program.
import { profileBySignal } from './profiler.mjs';

profileBySignal('SIGUSR1', process.env.PROFILE);
